import type { Block, BlockTree } from '../blocks/block.ts';
import { blockText } from '../blocks/block-text.ts';
import { pictureSource } from '../blocks/picture-source.ts';
import { collapse } from '../html/visible-text.ts';
import { escapeText, fenceFor } from './escape.ts';
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
  for (const child of children) {
    if (to.room <= 0) break;
    if (typeof child === 'string') {
      const text = escapeText(child.includes('\n') ? child.replace(/\s+/g, ' ') : child);
      to.room -= text.length;
      line.add(text);
    } else if (!to.left(child)) element(child, { line, to, around });
  }
  return line.text();
}

interface Place {
  readonly line: MarkdownLine;
  readonly to: Writing;
  readonly around: readonly Around[];
}

function element(block: Block, { line, to, around }: Place): void {
  const { name, children, isInline } = block;
  const mark = emphasis.get(name);
  if (mark !== undefined && !around.includes(mark)) {
    line.emphasise(inline(children, to, [...around, mark]), mark);
  } else if (isInline) line.add(flowing(block, to, around));
  else line.add(` ${inline(children, to, around)} `);
}

/** An element that is no block. */
function flowing(block: Block, to: Writing, around: readonly Around[]): string {
  const { name, children } = block;
  if (name === 'br') return '\n';
  // The text behind a picture is apart from the text before it.
  if (name === 'img') return `${picture(block, to)} `;
  if (unwritten.has(name)) return '';
  if (codes.has(name)) return code(block, to);
  if (name === 'a') return link(block, to, around);
  const formula = formulaOf(block, to.page);
  if (formula !== undefined)
    return spacedLike(block, to, formula === 'hidden' ? '' : formulaText(formula, to));
  const isRaised = (name === 'sub' || name === 'sup') && !around.includes(name);
  return isRaised ? raised(inline(children, to, [...around, name]), name) : inline(children, to, around);
}

function link(block: Block, to: Writing, around: readonly Around[]): string {
  const { attributes, children } = block;
  const { href } = attributes;
  if (href === undefined || around.includes('link')) return inline(children, to, around);
  if (around.includes('heading') && isPermalink(block, to.page)) return '';
  const text = inline(children, to, [...around, 'link']).replace(/\s+/g, ' ');
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

function code(block: Block, to: Writing): string {
  const text = blockText(to.page, block, to.left).replace(/\s+/g, ' ');
  if (text === '') return '';
  to.room -= text.length;
  const fence = fenceFor(text, 1);
  const gap = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return spacedLike(block, to, fence + gap + text + gap + fence);
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

/** Whether a link in a heading leads to the heading itself: a sign beside its words. */
function isPermalink(link: Block, page: BlockTree): boolean {
  if (!link.attributes.href?.includes('#')) return false;
  const text = blockText(page, link, ({ isUnshown }) => isUnshown);
  if (text === '') return !link.children.some((child) => typeof child !== 'string' && child.name === 'img');
  return !/[\p{L}\p{N}]/u.test(text) || (link.attributes.href.startsWith('#') && permalinkWords.test(text));
}
