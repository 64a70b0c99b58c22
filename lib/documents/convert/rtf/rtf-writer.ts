import type { HtmlWriter } from '../base/html-writer.ts';
import { type Paragraph, paragraphWriter } from '../word/paragraph.ts';

/** Writes the paragraphs of a document and the cells of its tables, which are only told apart by what ends them. */
export interface RtfWriter {
  say(text: string, href: string | undefined): void;
  /** The number or bullet of the paragraph that begins. */
  label(text: string): void;
  endParagraph(options: { readonly inTable: boolean; readonly heading: number | undefined }): void;
  endCell(heading: number | undefined): void;
  endRow(): void;
  /** A footnote, comment or box begins in a paragraph: it is written behind it. */
  openNote(): void;
  closeNote(): void;
}

/** Notes inside each other that are told apart. */
const maxNotes = 50;

/** What stands for the sign of a list without numbers. */
const bullet = /^[\s•·◦▪●○§\u00b7\uf000-\uf0ffo*-]*$/;

export function rtfWriter(html: HtmlWriter): RtfWriter {
  const blocks = paragraphWriter(html);
  let paragraph: Paragraph = { runs: [] };
  /** The paragraphs around the note that is read, and what notes said so far. */
  const around: Paragraph[] = [];
  const notes: Paragraph[] = [];
  let inTable = false;
  let inRow = false;
  let inCell = false;

  function flush(heading: number | undefined): void {
    const ended = paragraph;
    paragraph = { runs: [] };
    if (around.length > 0) notes.push(ended);
    else for (const one of [{ ...ended, heading }, ...notes.splice(0)]) blocks.write(one);
  }

  function openCell(): void {
    if (!inTable) {
      blocks.end();
      html.open('table');
    }
    if (!inRow) html.open('tr');
    if (!inCell) html.open('td');
    inTable = inRow = inCell = true;
  }

  function closeTable(): void {
    if (!inTable) return;
    blocks.end();
    html.close('table');
    inTable = inRow = inCell = false;
  }

  return {
    say(text, href) {
      paragraph.runs.push({ text, href });
    },
    label(text) {
      if (bullet.test(text)) paragraph.isItem = true;
      else paragraph.label = text.trim();
    },
    endParagraph({ inTable: isCell, heading }) {
      if (around.length > 0) return flush(undefined);
      if (isCell) openCell();
      else if (paragraph.runs.some(({ text }) => text.trim() !== '')) closeTable();
      flush(heading);
    },
    endCell(heading) {
      if (around.length > 0) return flush(undefined);
      openCell();
      flush(heading);
      blocks.end();
      html.close('td');
      inCell = false;
    },
    endRow() {
      if (around.length > 0) return;
      if (inCell) blocks.end();
      if (inRow) html.close('tr');
      inRow = inCell = false;
    },
    openNote() {
      if (around.length >= maxNotes) return flush(undefined);
      around.push(paragraph);
      paragraph = { runs: [] };
    },
    closeNote() {
      if (around.length === 0) return;
      flush(undefined);
      paragraph = around.pop() ?? paragraph;
    },
  };
}
