import { byName } from '../../../base/by-name.ts';
import { append } from '../../../base/long-lists.ts';
import type { HtmlWriter } from '../base/html-writer.ts';
import { packageLink } from '../base/links.ts';
import { readXml, type XmlElement } from '../base/read-xml.ts';
import { type Paragraph, paragraphWriter, saysSomething } from '../word/paragraph.ts';
import { type OdfStyles, odfLists } from './odf-styles.ts';

export interface OdfReading {
  /** Pages of a presentation or drawing, sheets of a spreadsheet. */
  readonly parts: number;
  /** Not all of these were read. */
  readonly cut: boolean;
}

/** Elements whose text is none of the document as it stands. */
const unseen = new Set([
  'hidden-text',
  'tracked-changes',
  'annotation-end',
  'script',
  'scripts',
  'forms',
  'settings',
  'binary-data',
  'event-listeners',
  'sequence-decls',
  'variable-decls',
  'index-title-template',
]);

/** Tokens of formulas (MathML 3, §3.2): they stand apart. */
const tokens = new Set(['mi', 'mn', 'mo', 'ms', 'mtext']);

const tableElements = byName({
  table: 'table',
  'table-row': 'tr',
  'table-cell': 'td',
  'covered-table-cell': 'td',
});

/** A cell whose content is being read. */
interface OpenCell {
  readonly repeats: number;
  isOpen: boolean;
  /** What it holds, where no text says so. */
  readonly value: string;
  readonly said: Paragraph[];
}

/** A row whose cells are being read. */
interface OpenRow {
  readonly repeats: number;
  /** What its cells say, up to the last one that says something. */
  readonly cells: (readonly Paragraph[])[];
}

/** The value of a cell (ODF 1.3 part 3, §19.385 and others), that of a formula as it was last worked out. */
function cellValue(attributes: XmlElement['attributes']): string {
  return (
    attributes['string-value'] ??
    attributes['date-value'] ??
    attributes['time-value'] ??
    attributes['boolean-value']?.toUpperCase() ??
    attributes.value ??
    ''
  );
}

/** What repeats in a table is repeated so often at most: sheets end in a million empty cells. */
const maxRepeats = 1_000;

function repeatsOf(said: string | undefined): number {
  return Math.min(maxRepeats, Number(said ?? 1) || 1);
}

/** Elements that are a paragraph of their own: headers and footers of slides, and formulas. */
const said = new Set(['header-decl', 'footer-decl', 'math']);

/** Spaces in a row that are written. */
const maxSpaces = 100;

export interface OdfContext {
  readonly html: HtmlWriter;
  readonly maxParts: number;
  readonly styles: OdfStyles;
  /** Called with the folder of each object that stands in the document. */
  readonly embedded?: (name: string) => void;
}

/** Reads `content.xml` or `styles.xml` of an OpenDocument file (ODF 1.3 part 3). */
export function readOdf(source: string, context: OdfContext): OdfReading {
  const { html, maxParts, styles } = context;
  const lists = odfLists(styles);
  const blocks = paragraphWriter(html);
  const open: (Paragraph & { readonly boxes: Paragraph[] })[] = [];
  const links: (string | undefined)[] = [];
  /** How deep the element is that hides what is in it. */
  let hiddenAt: number | undefined;
  let parts = 0;
  let depthOfTable = 0;
  /** Empty cells that nothing has followed yet in their row: at its end they are left out. */
  let emptyCells = 0;
  let annotations = 0;
  const objects: string[] = [];
  const beyond = (): boolean => parts > maxParts;

  function say(text: string): void {
    open.at(-1)?.runs.push({ text, href: links.at(-1) });
  }

  function isHidden({ name, qualified, attributes }: XmlElement): boolean {
    if (unseen.has(name)) return true;
    if (qualified === 'text:section') return attributes.display === 'none';
    // Of a formula: what it is written as.
    if (name === 'annotation') return qualified !== 'office:annotation';
    return /^text:(?:span|p|h)$/.test(qualified) && styles.hidden.has(attributes['style-name'] ?? '');
  }

  function openElement(element: XmlElement, depth: number): void {
    const { name, qualified, attributes } = element;
    if (hiddenAt !== undefined) return;
    if (isHidden(element)) {
      hiddenAt = depth;
      return;
    }
    if (name === 'page' && qualified === 'draw:page') {
      parts += 1;
      if (!beyond()) html.open('section');
    } else if (
      name === 'table' &&
      qualified === 'table:table' &&
      depthOfTable === 0 &&
      attributes.name !== undefined
    ) {
      parts += 1;
    }
    if (beyond()) return;
    if (name === 'p' || name === 'h') openParagraph(name, attributes);
    else if (said.has(name)) openParagraph('p', attributes);
    else if (qualified === 'text:list') lists.open(attributes);
    else if (qualified === 'text:list-item') lists.item(attributes);
    // Title and description of a picture: what people read who do not see it.
    else if (qualified === 'svg:title' || qualified === 'svg:desc') openParagraph(name, attributes);
    else if (qualified === 'draw:object') objects.push((attributes.href ?? '').replace(/^\.\//, ''));
    else if (name === 's') say(' '.repeat(Math.min(maxSpaces, Number(attributes.c ?? 1) || 1)));
    else if (name === 'tab') say('\t');
    else if (name === 'line-break') say('\n');
    else if (name === 'a') openLink(packageLink(attributes.href));
    else if (name === 'ruby-text') say('(');
    else if (qualified === 'dc:creator' && annotations > 0) openParagraph('p', attributes);
    else if (name === 'annotation') {
      annotations += 1;
      openParagraph('p', attributes);
    } else if (qualified.startsWith('table:') && tableElements.has(name)) openTable(name, attributes);
  }

  function openParagraph(name: string, attributes: XmlElement['attributes']): void {
    const heading = name === 'h' ? Number(attributes['outline-level'] ?? 1) || 1 : undefined;
    open.push({ runs: [], boxes: [], heading, ...(open.length === 0 ? lists.label() : {}) });
  }

  /** A link may have no text: it stands on a picture. */
  function openLink(href: string | undefined): void {
    links.push(href);
    if (href !== undefined) say('');
  }

  function openTable(name: string, attributes: XmlElement['attributes']): void {
    if (open.length > 0) return;
    blocks.end();
    if (name === 'table') {
      depthOfTable += 1;
      if (attributes.name !== undefined && depthOfTable === 1 && isSheet) html.element('h2', attributes.name);
    }
    if (name === 'table-row') {
      emptyCells = 0;
      rows.push({ repeats: repeatsOf(attributes['number-rows-repeated']), cells: [] });
    }
    if (!name.endsWith('cell')) {
      html.open(tableElements.get(name) as string);
      return;
    }
    const repeats = repeatsOf(attributes['number-columns-repeated']);
    cells.push({ repeats, isOpen: false, value: cellValue(attributes), said: [] });
  }

  const rows: OpenRow[] = [];

  /** Cells are written when something is in them. */
  const cells: OpenCell[] = [];
  const isSheet = source.includes('<office:spreadsheet');

  function openCell(cell: OpenCell | undefined): void {
    if (cell === undefined || cell.isOpen) return;
    for (; emptyCells > 0; emptyCells--) writeCell([]);
    html.open('td');
    cell.isOpen = true;
  }

  /** A cell once more, or one that says nothing. */
  function writeCell(said: readonly Paragraph[]): void {
    html.open('td');
    for (const one of said) blocks.write(one);
    blocks.end();
    html.close('td');
    rows.at(-1)?.cells.push(said);
  }

  function closeElement(name: string, depth: number): void {
    if (hiddenAt !== undefined) {
      if (depth === hiddenAt) hiddenAt = undefined;
      return;
    }
    if (beyond()) return;
    if (name === 'a') links.pop();
    else if (/^(?:p|h|title|desc)$/.test(name) || said.has(name)) closeParagraph();
    else if (name === 'list') lists.close();
    else if (tokens.has(name)) say(' ');
    else if (name === 'ruby-text') say(')');
    else if (name === 'creator' && annotations > 0) closeParagraph();
    else if (name === 'annotation' && annotations > 0) {
      annotations -= 1;
      // Its author and paragraphs are boxes; what it says beside them are dates.
      open.at(-1)?.runs.splice(0);
      closeParagraph();
    } else if (name === 'page') {
      blocks.end();
      html.close('section');
    } else if (tableElements.has(name) && open.length === 0) closeTable(name);
  }

  function closeTable(name: string): void {
    blocks.end();
    if (name === 'table') depthOfTable = Math.max(0, depthOfTable - 1);
    if (!name.endsWith('cell')) {
      html.close(tableElements.get(name) as string);
      if (name === 'table-row') repeatRow(rows.pop());
      return;
    }
    const cell = cells.pop();
    if (cell === undefined) return;
    // Some writers leave the text of a number to those who read it.
    if (!cell.isOpen && cell.value !== '') {
      cell.said.push({ runs: [{ text: cell.value }] });
      openCell(cell);
      blocks.write(cell.said[0] as Paragraph);
      blocks.end();
    }
    if (!cell.isOpen) emptyCells = Math.min(maxRepeats, emptyCells + cell.repeats);
    else {
      html.close('td');
      rows.at(-1)?.cells.push(cell.said);
    }
    for (let more = cell.isOpen ? cell.repeats - 1 : 0; more > 0 && !html.isFull; more--)
      writeCell(cell.said);
  }

  /** Rows that say nothing are written once. */
  function repeatRow({ repeats, cells: its }: OpenRow = { repeats: 1, cells: [] }): void {
    for (let more = its.length > 0 ? repeats - 1 : 0; more > 0 && !html.isFull; more--) {
      html.open('tr');
      for (const said of its) writeCell(said);
      html.close('tr');
    }
  }

  function closeParagraph(): void {
    const paragraph = open.pop();
    if (paragraph === undefined) return;
    const outer = open.at(-1);
    if (outer !== undefined) {
      outer.boxes.push(paragraph);
      append(outer.boxes, paragraph.boxes);
      return;
    }
    const said = [paragraph, ...paragraph.boxes].filter(saysSomething);
    if (said.length > 0) openCell(cells.at(-1));
    for (const one of said) {
      cells.at(-1)?.said.push(one);
      blocks.write(one);
    }
    for (const object of objects.splice(0)) {
      blocks.end();
      context.embedded?.(object);
    }
  }

  readXml(source, {
    open: openElement,
    close: closeElement,
    text(text) {
      // White space as written stands for one space (ODF 1.3 part 3, §6.1.2).
      if (hiddenAt === undefined && open.length > 0) say(text.replace(/\s+/g, ' '));
    },
    isDone: () => html.isFull || beyond(),
  });
  blocks.end();
  return { parts, cut: beyond() };
}
