import { openCompoundFile, rootStream } from '../../sniff/compound-file.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { summaryProperties } from '../base/summary-properties.ts';
import { type Converter, Unreadable } from '../converter.ts';
import { commentAuthors } from './doc-comments.ts';
import { cutter, hiddenRanges } from './doc-hidden.ts';
import { readDocLists } from './doc-lists.ts';
import { paragraphsOf } from './doc-paragraphs.ts';
import { type DocText, readDocText } from './doc-pieces.ts';
import { readDocStyles } from './doc-styles.ts';
import { fieldTracker } from './fields.ts';
import { type Paragraph, paragraphWriter } from './paragraph.ts';

/** Word documents of 1993 to 2003 (MS-DOC): body, notes, comments, boxes, headers and footers. */
export const convertDoc: Converter = ({ body }, limits) => {
  const file = openCompoundFile(body);
  const stream = (name: string): Buffer | undefined => {
    const entry = file === undefined ? undefined : rootStream(file, name);
    return entry === undefined ? undefined : file?.read(entry);
  };
  const main = stream('WordDocument') ?? (file === undefined ? Buffer.from(body) : undefined);
  if (main === undefined) throw new Unreadable('damaged', 'it has no stream with a document');
  const text = readDocText(main, (number) => stream(`${number}Table`) ?? Buffer.alloc(0));
  const html = htmlWriter(limits.maxHtml);
  const write = storyWriter(html, main, text);
  let start = 0;
  for (const { name, length } of text.stories) {
    const end = Math.min(text.text.length, start + length);
    const isAround = end > start && (name === 'headers' || name === 'headerBoxes');
    if (isAround) html.open('footer');
    if (name !== 'macros') write(start, end, name === 'comments' ? commentAuthors(main, text.table) : nobody);
    if (isAround) html.close('footer');
    start = end;
  }
  return converted(html, file === undefined ? {} : summaryProperties(file));
};

const nobody: ReadonlyMap<number, string> = new Map();

/** Signs that have a meaning of their own (MS-DOC §2.4.1). */
const marks = {
  cell: '\x07',
  paragraph: '\r',
  line: '\v',
  page: '\f',
  column: '\x0e',
  fieldBegin: '\x13',
  fieldSeparator: '\x14',
  fieldEnd: '\x15',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs of a document.
const pieces = /[\x07\x0b-\x0e\x13-\x15]|[^\x07\x0b-\x0e\x13-\x15]+/g;

/** Signs that stand for a picture, a note, a number: they say nothing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs of a document.
const silent = /[\x00-\x06\x08\x0f-\x12\x16-\x1d]/g;

/** @returns writes characters of the document. Its `authors` have said the paragraphs that begin so many characters behind the first. */
function storyWriter(
  html: HtmlWriter,
  main: Buffer,
  doc: DocText,
): (start: number, end: number, authors: ReadonlyMap<number, string>) => void {
  const paragraphAt = paragraphsOf(main, doc.table);
  const styleOf = readDocStyles(main, doc.table);
  const label = readDocLists(main, doc.table);
  const blocks = paragraphWriter(html);
  const fields = fieldTracker();
  const seen = cutter(hiddenRanges(main, doc));
  let paragraph: Paragraph = { runs: [] };
  let inTable = false;
  let inRow = false;
  let inCell = false;

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
    if (inTable) {
      blocks.end();
      html.close('table');
    }
    inTable = inRow = inCell = false;
  }

  function endParagraph(position: number, isCell: boolean): void {
    const its = paragraphAt(doc.fileOffset(position));
    const ended = paragraph;
    paragraph = { runs: [] };
    if (isCell && its.endsRow) {
      if (inRow) html.close('tr');
      inRow = inCell = false;
      return;
    }
    if (isCell || its.inTable) openCell();
    else closeTable();
    const style = styleOf(its.style);
    const list = its.list ?? style.list ?? 0;
    const outline = its.outline ?? style.outline;
    ended.heading = style.heading ?? (outline !== undefined && outline < 9 ? outline + 1 : undefined);
    if (list > 0 && ended.runs.some(({ text }) => text.trim() !== '')) {
      const printed = label(list, its.level ?? style.level ?? 0);
      if (printed === undefined) ended.isItem = true;
      else ended.label = printed;
    }
    blocks.write(ended);
    if (!isCell) return;
    blocks.end();
    html.close('td');
    inCell = false;
  }

  function mark(sign: string, position: number): void {
    if (sign === marks.fieldBegin) fields.begin();
    else if (sign === marks.fieldSeparator) fields.separate();
    else if (sign === marks.fieldEnd) fields.end();
    else if (sign === marks.paragraph || sign === marks.cell) endParagraph(position, sign === marks.cell);
    else if (sign === marks.page) endParagraph(position, false);
    else paragraph.runs.push({ text: '\n', href: fields.href });
  }

  return (start, end, authors) => {
    const story = doc.text.slice(start, end);
    for (const match of story.matchAll(pieces)) {
      if (html.isFull) break;
      const [piece] = match;
      const author = authors.get(match.index);
      if (author !== undefined) paragraph.runs.push({ text: `${author}: ` });
      const code = piece.charCodeAt(0);
      if (code < 0x20 && code !== 9 && code !== 10 && piece.length === 1) mark(piece, start + match.index);
      else if (fields.inInstruction) fields.instruct(piece);
      else
        paragraph.runs.push({
          text: seen(piece, start + match.index)
            .replace(silent, '')
            .replaceAll('\x1e', '-')
            .replaceAll('\x1f', ''),
          href: fields.href,
        });
    }
    if (paragraph.runs.length > 0) endParagraph(Math.max(start, end - 1), false);
    closeTable();
    blocks.end();
  };
}
