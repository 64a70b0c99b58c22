import type { HtmlWriter } from '../base/html-writer.ts';

/** A piece of a paragraph's text. */
export interface TextRun {
  readonly text: string;
  readonly href?: string | undefined;
}

/** A paragraph of a text document, before it is written. */
export interface Paragraph {
  readonly runs: TextRun[];
  /** 1 to 6: it is a heading. */
  heading?: number | undefined;
  /** It is an item of a list without numbers. */
  isItem?: boolean;
  /** The number of a list's item as it is printed, with what stands around it. */
  label?: string | undefined;
}

/** Whether a paragraph is more than an empty line. A link may have no text: it stands on a picture. */
export function saysSomething({ runs }: Pick<Paragraph, 'runs'>): boolean {
  return runs.some(({ text, href }) => text.trim() !== '' || href !== undefined);
}

/** Writes paragraphs one after the other, items of a list in a list. */
export function paragraphWriter(html: HtmlWriter): {
  write(paragraph: Paragraph): void;
  /** Ends a list that is open: something else than a paragraph comes. */
  end(): void;
} {
  let inList = false;
  function end(): void {
    if (inList) html.close('ul');
    inList = false;
  }
  return {
    write(paragraph) {
      if (!saysSomething(paragraph)) return;
      const { runs, heading, isItem, label } = paragraph;
      const listed = isItem === true && heading === undefined;
      if (!listed) end();
      else if (!inList) {
        html.open('ul');
        inList = true;
      }
      const name = listed ? 'li' : heading === undefined ? 'p' : `h${Math.min(6, Math.max(1, heading))}`;
      html.open(name);
      if (label !== undefined && label !== '') html.text(`${label} `);
      writeRuns(html, runs);
      html.close(name);
    },
    end,
  };
}

/** Runs that follow each other with one address are one link. */
export function writeRuns(html: HtmlWriter, runs: readonly TextRun[]): void {
  let href: string | undefined;
  for (const run of runs) {
    if (run.href !== href) {
      if (href !== undefined) html.close('a');
      if (run.href !== undefined) html.open('a', { href: run.href });
      href = run.href;
    }
    html.text(run.text);
  }
  if (href !== undefined) html.close('a');
}
