import type { Block } from '../blocks/block.ts';
import { collapse, isIrregular } from '../html/visible-text.ts';
import { blockText } from '../main-content/block-text.ts';
import { escapeText, fenceFor } from './escape.ts';
import type { Writing } from './writing.ts';

const emphasis: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['del', '~~'],
  ['s', '~~'],
  ['strike', '~~'],
]);
const codes: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);
const unwritten: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);

/** What surrounds a piece of a line: markup does not nest in markup of its own kind, nor a link in a link. */
type Around = '' | 'link' | '**' | '*' | '~~';

/**
 * Elements and texts that flow in one line; a `br` is a line feed in it. White space is not collapsed yet.
 * @param children some of the block
 */
export function inline(
  { isPlain }: Block,
  children: Block['children'],
  to: Writing,
  around: readonly Around[] = [],
): string {
  let line = '';
  for (const child of children) {
    if (to.room <= 0) break;
    if (typeof child === 'string') {
      const text = isPlain ? child : escapeText(spaced(child));
      to.room -= text.length;
      line += text;
    } else if (!to.left(child)) line += element(child, to, around);
  }
  return line;
}

const irregular = /[^\S ]\s*| \s+/g;

/** White space as single spaces. */
export function spaced(text: string): string {
  return isIrregular(text) ? text.replace(irregular, ' ') : text;
}

function element(block: Block, to: Writing, around: readonly Around[]): string {
  const { name, attributes, children } = block;
  if (name === 'br') return '\n';
  if (name === 'img') return picture(block, to);
  if (unwritten.has(name)) return '';
  if (codes.has(name)) return code(block);
  const mark = emphasis.get(name) as Around | undefined;
  if (mark !== undefined && !around.includes(mark)) {
    return wrap(inline(block, children, to, [...around, mark]), mark, mark);
  }
  const href = name === 'a' ? attributes.href : undefined;
  if (href !== undefined && !around.includes('link')) {
    const text = spaced(inline(block, children, to, [...around, 'link']));
    const url = href.startsWith('#') ? undefined : to.toUrl(href);
    if (url === undefined) return text;
    to.room -= url.length;
    return wrap(text, '[', `](${url})`);
  }
  const text = inline(block, children, to, around);
  return flows.has(name) ? text : ` ${text} `;
}

const flows: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite data del dfn em font i ins label mark q ruby s small span strike strong sub sup time u'.split(
    ' ',
  ),
);

/** Marks stand at words, not at white space (CommonMark 6.2); around nothing there are none. */
function wrap(text: string, before: string, after: string): string {
  const inside = text.trim();
  if (inside === '') return text;
  const start = text.indexOf(inside);
  return text.slice(0, start) + before + inside + after + text.slice(start + inside.length);
}

function code(block: Block): string {
  const text = collapse(blockText(block, () => false));
  if (text === '') return '';
  const fence = fenceFor(text, 1);
  const gap = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + gap + text + gap + fence;
}

function picture({ attributes: { src, alt = '' } }: Block, to: Writing): string {
  const url = src === undefined || src.startsWith('data:') ? undefined : to.toUrl(src);
  const text = escapeText(collapse(alt));
  if (url === undefined || text === '') return text;
  to.room -= url.length;
  return `![${text}](${url})`;
}
