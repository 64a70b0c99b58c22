import type { Block, BlockTree } from '../blocks/block.ts';
import { blockText } from '../blocks/block-text.ts';
import { pictureSource } from '../blocks/picture-source.ts';
import { collapse } from '../html/visible-text.ts';
import { escapeText } from './escape.ts';
import { formulaOf, texOf } from './formula.ts';
import { type Mark, MarkdownLine } from './line.ts';
import type { Writing } from './writing.ts';

const emphasis: ReadonlyMap<string, Mark> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['del', '~~'],
  ['s', '~~'],
  ['strike', '~~'],
]);
const codes: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);
const unwritten: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

/** What surrounds a piece of a line: markup does not nest in markup of its own kind, nor a link in a link. */
type Around = 'link' | 'heading' | 'sub' | 'sup' | Mark;

/**
 * Elements and texts that flow in one line; a `br` is a line feed in it. White space is not collapsed yet.
 * @param children some of a block
 */
export function inline(children: Block['children'], to: Writing, around: readonly Around[] = []): string {
  const line = new MarkdownLine();
  addAll(children, { line, to, around });
  return line.text();
}

interface Place {
  readonly line: MarkdownLine;
  readonly to: Writing;
  readonly around: readonly Around[];
}

function addAll(children: Block['children'], place: Place): void {
  const { line, to } = place;
  for (const child of children) {
    if (to.room <= 0) break;
    if (typeof child === 'string') {
      const text = escapeText(child.includes('\n') ? child.replace(/\s+/g, ' ') : child);
      to.room -= text.length;
      line.add(text);
    } else if (to.left(child) || unwritten.has(child.name)) line.add(gapAt(child, to));
    else element(child, place);
  }
}

/** What parts the texts on both sides of an element that is left out. */
export function gapAt({ start, end }: Block, { page: { text } }: Writing): string {
  return start < end && (text[start] === '\n' || text[end] === '\n') ? ' ' : '';
}

function element(block: Block, place: Place): void {
  const { line, to, around } = place;
  const { name, children, isInline } = block;
  const mark = emphasis.get(name);
  if (mark !== undefined && !around.includes(mark)) {
    line.emphasise(inline(children, to, [...around, mark]), mark);
  } else if (isInline) flowing(block, place);
  else {
    line.add(' ');
    addAll(children, place);
    line.add(' ');
  }
}

/** An element that is no block. */
function flowing(block: Block, place: Place): void {
  const { line, to, around } = place;
  const { name, children } = block;
  if (name === 'br') line.add('\n');
  // The text behind a picture is apart from the text before it.
  else if (name === 'img') line.add(`${picture(block, to)} `);
  else if (codes.has(name)) code(block, place);
  else if (name === 'a') link(block, place);
  else if ((name === 'sub' || name === 'sup') && !around.includes(name))
    line.add(raised(inline(children, to, [...around, name]), name));
  else {
    const formula = formulaOf(block, to.page);
    if (formula === undefined) addAll(children, place);
    else line.add(spacedLike(block, to, formula === 'hidden' ? '' : formulaText(formula, to)));
  }
}

function link(block: Block, place: Place): void {
  const { line, to, around } = place;
  const { attributes, children } = block;
  const { href } = attributes;
  if (href === undefined || around.includes('link')) addAll(children, place);
  else if (!isPermalink(block, to.page, around.includes('heading')))
    line.add(linked(inline(children, to, [...around, 'link']).replace(/\s+/g, ' '), href, to));
}

function linked(text: string, href: string, to: Writing): string {
  const url = href.startsWith('#') ? undefined : to.toUrl(href);
  if (url === undefined) return text;
  to.room -= url.length;
  return wrap(text, '[', `](${url})`);
}

/** Around nothing there is no markup, nor is there white space inside of it. */
function wrap(text: string, before: string, after: string): string {
  const inside = text.trim();
  if (inside === '') return text;
  const start = text.indexOf(inside);
  return text.slice(0, start) + before + inside + after + text.slice(start + inside.length);
}

/** Markdown has no marks for these. */
function raised(text: string, name: 'sub' | 'sup'): string {
  return wrap(text, `<${name}>`, `</${name}>`);
}

/** Code of one line; a link in it parts it. */
function code(block: Block, { line, to, around }: Place): void {
  let run = '';
  const flush = (): string => {
    const text = run;
    run = '';
    to.room -= text.length;
    return text;
  };
  const addAll = ({ children }: Block) => {
    for (const child of children) {
      if (typeof child === 'string') run += child;
      else if (child.name === 'br') run += ' ';
      else if (!to.left(child)) add(child);
    }
  };
  const add = (element: Block) => {
    const { href } = element.attributes;
    const isLink = element.name === 'a' && href !== undefined && !around.includes('link');
    if (isLink) line.code(flush());
    addAll(element);
    if (!isLink) return;
    const inside = new MarkdownLine();
    inside.code(flush());
    line.add(linked(inside.text(), href, to));
  };
  addAll(block);
  line.code(flush());
}

/** What is written in place of an element's text has the space before it that the text has. */
function spacedLike({ start, end }: Block, { page }: Writing, written: string): string {
  return start < end && /\s/.test(page.text.charAt(start)) ? ` ${written}` : written;
}

/** A formula in TeX, or else its characters. */
export function formulaText(math: Block, to: Writing): string {
  const tex = texOf(math);
  if (tex === undefined) return spoken(math, to).replace(/\s+/g, ' ').trim();
  to.room -= tex.length;
  return math.attributes.display === 'block' ? `$$${tex}$$` : `$${tex}$`;
}

/** The characters of MathML, raised and lowered as they show. */
function spoken({ name, children, visible }: Block, to: Writing): string {
  const parts: string[] = [];
  let text = '';
  for (const child of children) {
    if (to.room <= 0) break;
    if (typeof child === 'string') {
      text += escapeText(child);
      to.room -= child.length;
    } else if (!to.left(child)) {
      const part = spoken(child, to);
      text += part;
      parts.push(part.trim());
    }
  }
  const [base = '', first = '', second = ''] = parts;
  if (name === 'msubsup' && parts.length === 3) return base + raised(first, 'sub') + raised(second, 'sup');
  if (parts.length !== 2 || visible > 0) return text;
  if (name === 'msup') return base + raised(first, 'sup');
  if (name === 'msub') return base + raised(first, 'sub');
  return name === 'mfrac' ? `${base}/${first}` : text;
}

function picture(img: Block, to: Writing): string {
  const source = pictureSource(img);
  const url = source === undefined ? undefined : to.toUrl(source);
  const text = escapeText(collapse(img.attributes.alt ?? ''));
  if (url === undefined || text === '') return text;
  to.room -= url.length;
  return `![${text}](${url})`;
}

const permalinkWords = /^(?:permalink|permanent link|direct link|copy link|link to|anchor)\b/i;

/** Whether a link leads to what it stands in: a sign beside the words of a heading, or of an element that has its address. */
function isPermalink(link: Block, page: BlockTree, isInHeading: boolean): boolean {
  const { href = '' } = link.attributes;
  if (!(isInHeading ? href.includes('#') : href.startsWith('#') && leadsAround(link, href.slice(1))))
    return false;
  const text = blockText(page, link, ({ isUnshown }) => isUnshown);
  if (text === '') return !hasPicture(link);
  return !/[\p{L}\p{N}]/u.test(text) || (href.startsWith('#') && permalinkWords.test(text));
}

function leadsAround({ parent }: Block, id: string): boolean {
  return parent !== undefined && (parent.attributes.id === id || leadsAround(parent, id));
}

function hasPicture({ children }: Block): boolean {
  return children.some((child) => typeof child !== 'string' && (child.name === 'img' || hasPicture(child)));
}
