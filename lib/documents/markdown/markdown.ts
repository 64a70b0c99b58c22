import { detach } from '../../base/bytes/detach.ts';
import { append } from '../../base/long-lists.ts';
import type { Block, BlockTree } from '../blocks/block.ts';
import { blockMemory } from './block-memory.ts';
import { escapeStart, fenceFor } from './escape.ts';
import { inline, spaced } from './inline.ts';
import { dataRows, tableLines } from './table.ts';
import { addressReader, maxMarkdown, type Writing, wrappersAmong } from './writing.ts';

/** Lists and quotations nest so deep; deeper ones are written at that depth. */
const maxNesting = 12;
const unwritten: ReadonlySet<string> = new Set([
  'select',
  'textarea',
  'datalist',
  'noscript',
  'progress',
  'meter',
]);

/** Writes what is in a block as Markdown. @param left blocks that are left out; absent: none */
export type MarkdownWriter = (block: Block, left?: (block: Block) => boolean) => string;

/**
 * Writes blocks of a page as Markdown (CommonMark with the tables of GitHub): headings, lists, quotations, tables with outer pipes,
 * code, links and pictures with absolute URLs.
 * @param base the URL that addresses are relative to
 */
export function markdownWriter(page: BlockTree, base: string): MarkdownWriter {
  const toUrl = addressReader(base);
  const wraps = wrappersAmong(page.blocks);
  const memory = blockMemory(page.blocks);
  return (block, left) => {
    const to = { toUrl, wraps, left: left ?? none, room: maxMarkdown, memory: memory.of(left) };
    const written = blocks(block, to, 0);
    if (to.room <= 0) memory.forget();
    const text = written.join('\n\n').slice(0, maxMarkdown);
    // One block alone may be a slice of the page.
    return written.length === 1 ? detach(text) : text;
  };
}

const none = (): boolean => false;

const levels: ReadonlyMap<string, number> = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]));

/** What is in a block, as the blocks of Markdown that it becomes. */
function blocks(parent: Block, to: Writing, nesting: number): string[] {
  const out: string[] = [];
  let run: (Block | string)[] = [];
  const flush = () => {
    if (run.length === 0) return;
    const text = paragraph(inline(parent, run, to));
    if (text !== '') out.push(text);
    run = [];
  };
  for (const child of parent.children) {
    if (to.room <= 0) break;
    if (typeof child === 'string') run.push(child);
    else if (to.left(child) || unwritten.has(child.name)) continue;
    else if (child.isInline && !to.wraps(child)) run.push(child);
    else {
      flush();
      append(out, nesting === 0 ? to.memory(child, to, topElement) : element(child, to, nesting));
    }
  }
  flush();
  return out;
}

function topElement(block: Block, to: Writing): string[] {
  return element(block, to, 0);
}

function element(block: Block, to: Writing, nesting: number): string[] {
  const { name, children } = block;
  const level = levels.get(name);
  if (level !== undefined) {
    const text = spaced(inline(block, children, to)).trim();
    return text === '' ? [] : [`${'#'.repeat(level)} ${text}`];
  }
  if (name === 'hr') return ['---'];
  if (name === 'pre') return codeBlock(block, to);
  if (name === 'ul' || name === 'ol' || name === 'menu') return list(block, to, nesting);
  if (name === 'table') {
    const rows = dataRows(block, to);
    if (rows !== undefined) return [tableLines(rows, to)];
  }
  if (name === 'blockquote' && nesting < maxNesting) {
    const text = blocks(block, to, nesting + 1).join('\n\n');
    return text === '' ? [] : [text.replace(/^/gm, '> ').replace(/^> $/gm, '>')];
  }
  return blocks(block, to, nesting);
}

function list(block: Block, to: Writing, nesting: number): string[] {
  const { name, children, attributes } = block;
  const items: string[] = [];
  let number = Number.parseInt(attributes.start ?? '1', 10) || 1;
  for (const child of children) {
    const inside = itemOf(block, child, to, nesting + 1);
    if (inside.length === 0) continue;
    const mark = name === 'ol' ? `${number++}. ` : '- ';
    const indent = nesting < maxNesting ? ' '.repeat(mark.length) : '';
    items.push(mark + tight(inside).replace(/\n(?=[^\n])/g, `\n${indent}`));
  }
  return items.length === 0 ? [] : [items.join('\n')];
}

/** What stands in a list beside its items is an item, too. */
function itemOf(list: Block, child: Block | string, to: Writing, nesting: number): string[] {
  if (typeof child !== 'string') {
    if (to.left(child)) return [];
    return child.name === 'li' ? blocks(child, to, nesting) : element(child, to, nesting);
  }
  const text = paragraph(inline(list, [child], to));
  return text === '' ? [] : [text];
}

/** A list in an item follows its text without an empty line. */
function tight(inside: readonly string[]): string {
  return inside.reduce((text, next) => text + (/^(?:- |\d+\. )/.test(next) ? '\n' : '\n\n') + next);
}

function codeBlock(block: Block, to: Writing): string[] {
  const text = preformatted(block).replace(/^\n+/, '').trimEnd();
  if (text === '') return [];
  to.room -= text.length;
  const fence = fenceFor(text, 3);
  return [`${fence}${languageOf(block)}\n${text}\n${fence}`];
}

/** The text as written, its indents too. */
function preformatted(block: Block): string {
  let text = '';
  for (const child of block.children) {
    if (typeof child === 'string') text += child;
    else if (child.name === 'br') text += '\n';
    else text += preformatted(child);
  }
  return text;
}

/** The language that the class of a `pre` or of the `code` in it names. */
function languageOf(pre: Block): string {
  const code = pre.children.find(
    (child): child is Block => typeof child !== 'string' && child.name === 'code',
  );
  const said = `${pre.attributes.class ?? ''} ${code?.attributes.class ?? ''}`;
  return /(?:^|\s)(?:language|lang|highlight-source)-([\w+#-]+)/.exec(said)?.[1] ?? '';
}

function paragraph(text: string): string {
  if (!text.includes('\n'))
    return escapeStart((text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text).trim());
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .map(escapeStart)
    .join('\\\n');
}
