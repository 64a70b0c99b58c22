import { byName } from '../../../base/by-name.ts';
import { append } from '../../../base/long-lists.ts';
import type { HtmlWriter } from '../base/html-writer.ts';
import { packageLink } from '../base/links.ts';
import { readXml, type XmlElement } from '../base/read-xml.ts';
import { type Paragraph, paragraphWriter } from '../word/paragraph.ts';

export interface OdfReading {
  /** Pages of a presentation or drawing, sheets of a spreadsheet. */
  readonly parts: number;
  /** Not all of these were read. */
  readonly cut: boolean;
}

/** Elements whose text is none of the document as it stands. */
const unseen = new Set([
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

/** Spaces in a row that are written. */
const maxSpaces = 100;

/**
 * Reads `content.xml` or `styles.xml` of an OpenDocument file (ODF 1.3 part 3).
 * @param embedded called with the folder of each object that stands in it
 */
export function readOdf(
  source: string,
  html: HtmlWriter,
  maxParts: number,
  embedded: (name: string) => void = () => undefined,
): OdfReading {
  const blocks = paragraphWriter(html);
  const open: (Paragraph & { readonly boxes: Paragraph[] })[] = [];
  const links: (string | undefined)[] = [];
  let hidden = 0;
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

  function openElement({ name, qualified, attributes }: XmlElement): void {
    if (unseen.has(name)) hidden += 1;
    if (hidden > 0) return;
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
    // Title and description of a picture: what people read who do not see it.
    else if (qualified === 'svg:title' || qualified === 'svg:desc') openParagraph(name, attributes);
    else if (qualified === 'draw:object') objects.push((attributes.href ?? '').replace(/^\.\//, ''));
    else if (name === 's') say(' '.repeat(Math.min(maxSpaces, Number(attributes.c ?? 1) || 1)));
    else if (name === 'tab') say('\t');
    else if (name === 'line-break') say('\n');
    else if (name === 'a') links.push(packageLink(attributes.href));
    else if (name === 'ruby-text') say('(');
    else if (qualified === 'dc:creator' && annotations > 0) openParagraph('p', attributes);
    else if (name === 'annotation') {
      annotations += 1;
      openParagraph('p', attributes);
    } else if (qualified.startsWith('table:') && tableElements.has(name)) openTable(name, attributes);
  }

  function openParagraph(name: string, attributes: XmlElement['attributes']): void {
    const heading = name === 'h' ? Number(attributes['outline-level'] ?? 1) || 1 : undefined;
    open.push({ runs: [], boxes: [], heading });
  }

  function openTable(name: string, attributes: XmlElement['attributes']): void {
    if (open.length > 0) return;
    blocks.end();
    if (name === 'table') {
      depthOfTable += 1;
      if (attributes.name !== undefined && depthOfTable === 1 && isSheet) html.element('h2', attributes.name);
    }
    if (name === 'table-row') emptyCells = 0;
    if (!name.endsWith('cell')) {
      html.open(tableElements.get(name) as string);
      return;
    }
    const repeats = Math.min(maxRepeats, Number(attributes['number-columns-repeated'] ?? 1) || 1);
    cells.push({ repeats, isOpen: false, value: cellValue(attributes), said: [] });
  }

  /** Cells are written when something is in them. */
  const cells: OpenCell[] = [];
  const isSheet = source.includes('<office:spreadsheet');

  function openCell(cell: OpenCell | undefined): void {
    if (cell === undefined || cell.isOpen) return;
    for (; emptyCells > 0; emptyCells--) {
      html.open('td');
      html.close('td');
    }
    html.open('td');
    cell.isOpen = true;
  }

  function closeElement(name: string): void {
    if (unseen.has(name)) hidden = Math.max(0, hidden - 1);
    if (hidden > 0 || beyond()) return;
    if (name === 'a') links.pop();
    else if (name === 'p' || name === 'h' || name === 'title' || name === 'desc') closeParagraph();
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
    else html.close('td');
    for (let more = cell.isOpen ? cell.repeats - 1 : 0; more > 0 && !html.isFull; more--) {
      html.open('td');
      for (const one of cell.said) blocks.write(one);
      blocks.end();
      html.close('td');
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
    const said = [paragraph, ...paragraph.boxes].filter(({ runs }) =>
      runs.some(({ text }) => text.trim() !== ''),
    );
    if (said.length > 0) openCell(cells.at(-1));
    for (const one of said) {
      cells.at(-1)?.said.push(one);
      blocks.write(one);
    }
    for (const object of objects.splice(0)) {
      blocks.end();
      embedded(object);
    }
  }

  readXml(source, {
    open: openElement,
    close: closeElement,
    text(text) {
      // White space as written stands for one space (ODF 1.3 part 3, §6.1.2).
      if (hidden === 0 && open.length > 0) say(text.replace(/\s+/g, ' '));
    },
    isDone: () => html.isFull || beyond(),
  });
  blocks.end();
  return { parts, cut: beyond() };
}
