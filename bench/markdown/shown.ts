import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** What a page shows to someone who sees no pictures, as lists whose entries can be counted: two pages that show the same have equal lists. */
export interface Shown {
  readonly words: readonly string[];
  /** Of links to other pages: the URL and the words. */
  readonly links: readonly string[];
  /** Of tables of data: the words of a cell and those at the head of its column. */
  readonly cells: readonly string[];
  /** Preformatted texts, without blanks at the ends of lines. */
  readonly code: readonly string[];
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const unseen = setOf(
  'head script style template noscript iframe noembed noframes svg audio video canvas object select textarea datalist annotation annotation-xml',
);
const blocks = setOf(
  'address article aside blockquote br button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr input legend li listing main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul',
);

/** @param url of the page, which addresses in it are relative to */
export function shownBy(html: string, url: string): Shown {
  const elements = elementsOf(parse(html));
  const base = attribute(elements.find(({ tagName }) => tagName === 'base') ?? elements[0], 'href');
  const absolute = (href: string) => URL.parse(href, URL.parse(base ?? '', url)?.href ?? url);
  const shown = elements.filter((element) => !isUnseen(element));
  const body = shown.find(({ tagName }) => tagName === 'body');
  return {
    words: wordsOf(body === undefined ? '' : textOf(body)),
    links: shown.flatMap((element) => linkOf(element, url, absolute)),
    cells: shown.filter(isOfData).flatMap(cellsOf),
    code: shown.filter(({ tagName }) => tagName === 'pre').flatMap(codeOf),
  };
}

/** Whether most words of a page are for readers without scripts: what it shows depends on its reader. */
export function isForNoScripts(html: string): boolean {
  const elements = elementsOf(parse(html));
  const said = elements.filter(({ tagName }) => tagName === 'noscript').map(rawNoscript);
  const body = elements.find(({ tagName }) => tagName === 'body');
  return body !== undefined && wordsOf(said.join(' ')).length > wordsOf(textOf(body)).length;
}

function rawNoscript({ childNodes }: Element): string {
  const markup = childNodes.map((child) => (isText(child) ? child.value : '')).join('');
  return textOf(parse(markup));
}

function linkOf(element: Element, page: string, absolute: (href: string) => URL | null): readonly string[] {
  const href = element.tagName === 'a' ? attribute(element, 'href') : undefined;
  const to = href === undefined || href.startsWith('#') ? null : absolute(href.trim());
  const words = wordsOf(textOf(element)).join(' ');
  if (to === null || words === '' || !/^(?:https?|mailto|tel):$/.test(to.protocol)) return [];
  const address = decoded(to.href);
  return address.split('#')[0] === decoded(page) ? [] : [`${address} ${words}`];
}

/** A URL may be written with or without escapes. */
function decoded(url: string): string {
  try {
    return decodeURI(url).replace(/%28/g, '(').replace(/%29/g, ')');
  } catch {
    return url;
  }
}

/** Whether a table has columns and rows of text alone. */
function isOfData(table: Element): boolean {
  if (table.tagName !== 'table') return false;
  const role = attribute(table, 'role');
  if (role === 'presentation' || role === 'none') return false;
  if (table.childNodes.some((child) => elementsOf(child).some(({ tagName }) => layers.has(tagName))))
    return false;
  const rows = rowsOf(table);
  return rows.length > 1 && rows.some((row) => row.length > 1);
}

const layers = setOf('table pre form section article h1 h2 h3');

function rowsOf(table: Element): readonly (readonly Element[])[] {
  return elementsOf(table)
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) => row.childNodes.filter(isElement).filter(({ tagName }) => /^t[dh]$/.test(tagName)))
    .filter((cells) => cells.length > 0);
}

/** Cells stand in the first column and row that they span. */
function cellsOf(table: Element): readonly string[] {
  const heads: string[] = [];
  const reach: number[] = [];
  return rowsOf(table).flatMap((cells, row) => {
    let column = 0;
    return cells.flatMap((cell) => {
      while ((reach[column] ?? 0) > row) column++;
      const at = column;
      for (let width = spanOf(cell, 'colspan'); width > 0; width--)
        reach[column++] = row + spanOf(cell, 'rowspan');
      const words = wordsOf(textOf(cell)).join(' ');
      if (row === 0) heads[at] = words;
      return words === '' ? [] : [row === 0 ? words : `${heads[at] ?? ''}: ${words}`];
    });
  });
}

function spanOf(cell: Element, name: string): number {
  const span = Number.parseInt(attribute(cell, name) ?? '1', 10);
  return Math.min(Math.max(span || 1, 1), 1_000);
}

function codeOf(pre: Element): readonly string[] {
  const code = seenOf(rawText(pre, lineNumbers(pre)))
    .replace(/[^\S\n]+$/gm, '')
    .replace(/^\n+/, '')
    .trimEnd();
  return code === '' ? [] : [code];
}

/** Elements at the start of others that count lines: they are no code. */
function lineNumbers(pre: Element): ReadonlySet<Node> {
  const digits = elementsOf(pre).filter((element) => {
    const before = element.parentNode?.childNodes.find((one) => !isText(one) || one.value.trim() !== '');
    return element.parentNode !== pre && before === element && /^\s*\d+\s*$/.test(rawText(element));
  });
  const values = digits.map((element) => Number(rawText(element)));
  const counts = values.length > 1 && values.every((one, n) => n === 0 || one === (values[n - 1] ?? 0) + 1);
  return new Set(counts ? digits : []);
}

function rawText(node: Node, without: ReadonlySet<Node> = new Set()): string {
  if (isText(node)) return node.value;
  if (!('childNodes' in node) || without.has(node) || (isElement(node) && unseen.has(node.tagName)))
    return '';
  if (isElement(node) && node.tagName === 'br') return '\n';
  return node.childNodes.map((child) => rawText(child, without)).join('');
}

/** Text with blanks where lines and cells are apart; a picture's is in place of it. */
function textOf(node: Node): string {
  if (isText(node)) return node.value;
  if (!('childNodes' in node) || (isElement(node) && unseen.has(node.tagName))) return '';
  if (isElement(node) && node.tagName === 'img') return ` ${attribute(node, 'alt') ?? ''} `;
  const text = node.childNodes.map(textOf).join('');
  if (isElement(node) && isPermalink(node, text)) return ' ';
  return isElement(node) && blocks.has(node.tagName) ? ` ${text} ` : text;
}

/** A sign that leads to what it stands in. */
function isPermalink(node: Element, text: string): boolean {
  const href = (node.tagName === 'a' && attribute(node, 'href')) || '';
  if (!/^#./.test(href) || /[\p{L}\p{N}]/u.test(text)) return false;
  for (let at: Node | null = node; at !== null; at = 'parentNode' in at ? at.parentNode : null)
    if (isElement(at) && (/^h[1-6]$/.test(at.tagName) || attribute(at, 'id') === href.slice(1))) return true;
  return false;
}

function wordsOf(text: string): readonly string[] {
  return seenOf(text).match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
}

/** Without characters that have no width. */
function seenOf(text: string): string {
  return text.normalize('NFC').replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '');
}

function isUnseen(element: Element): boolean {
  for (let node: Node | null = element; node !== null; node = 'parentNode' in node ? node.parentNode : null)
    if (isElement(node) && unseen.has(node.tagName)) return true;
  return false;
}

function elementsOf(node: Node): readonly Element[] {
  const found: Element[] = [];
  const visit = (one: Node) => {
    if (isElement(one)) found.push(one);
    if ('childNodes' in one) for (const child of one.childNodes) visit(child);
  };
  visit(node);
  return found;
}

function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((one) => one.name === name)?.value;
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
