import { detach } from '../../base/bytes/detach.ts';
import { append } from '../../base/long-lists.ts';
import type { Block, BlockTree } from '../blocks/block.ts';
import { blockMemory } from './block-memory.ts';
import { codeBlock, codeOf, fenced, isCodeBlock } from './code-block.ts';
import { escapeEnd, escapeStart } from './escape.ts';
import { inline } from './inline.ts';
import { languageOf } from './language.ts';
import { captionOf, dataRows, numberedCode, tableLines } from './table.ts';
import { addressReader, maxMarkdown, type Writing } from './writing.ts';

/** Lists and quotations nest so deep; deeper ones are written at that depth. */
const maxNesting = 12;
const unwritten: ReadonlySet<string> = new Set(['select', 'textarea']);
const lists: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir']);

/** Writes what is in a block as Markdown. @param left blocks that are left out; absent: none */
export type MarkdownWriter = (block: Block, left?: (block: Block) => boolean) => string;

/**
 * Writes blocks of a page as Markdown (CommonMark with the tables of GitHub): headings, lists, quotations, tables with outer pipes,
 * code, formulas, links and pictures with absolute URLs.
 * @param base the URL that addresses are relative to
 */
export function markdownWriter(page: BlockTree, base: string): MarkdownWriter {
  const toUrl = addressReader(base);
  const memory = blockMemory(page.blocks);
  return (block, left) => {
    const isLeft = left === undefined ? isUnshown : (one: Block) => one.isUnshown || left(one);
    const to = { page, toUrl, left: isLeft, room: maxMarkdown, memory: memory.of(left) };
    const written = blocks(block, to, 0);
    if (to.room <= 0) memory.forget();
    const text = written.join('\n\n').slice(0, maxMarkdown);
    // One block alone may be a slice of the page.
    return written.length === 1 ? detach(text) : text;
  };
}

function isUnshown(block: Block): boolean {
  return block.isUnshown;
}

const levels: ReadonlyMap<string, number> = new Map([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level]));

/** What is in a block, as the blocks of Markdown that it becomes. */
function blocks(parent: Block, to: Writing, nesting: number): string[] {
  const out: string[] = [];
  let run: (Block | string)[] = [];
  const flush = () => {
    if (run.length === 0) return;
    const text = paragraph(inline(run, to));
    if (text !== '') out.push(text);
    run = [];
  };
  for (const child of parent.children) {
    if (to.room <= 0) break;
    const level = typeof child === 'string' ? undefined : levelOfLink(child, to);
    if (typeof child === 'string') run.push(child);
    else if (level !== undefined) {
      flush();
      append(out, heading([child], level, to));
    } else if (unwritten.has(child.name) || (child.isInline && (to.left(child) || !isCodeBlock(child))))
      run.push(child);
    else {
      flush();
      if (to.left(child)) continue;
      const written = nesting === 0 ? to.memory(child, to, topElement) : element(child, to, nesting);
      for (const one of written) out.push(apart(one, out.at(-1)));
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
  if (level !== undefined) return heading(children, level, to);
  if (name === 'hr') return ['---'];
  if (isCodeBlock(block)) return codeBlock(block, to);
  if (lists.has(name)) return list(block, to, nesting);
  if (name === 'table') return table(block, to) ?? blocks(block, to, nesting);
  if (name === 'blockquote' && nesting < maxNesting) {
    const text = blocks(block, to, nesting + 1).join('\n\n');
    return text === '' ? [] : [text.replace(/^/gm, '> ').replace(/^> $/gm, '>')];
  }
  return blocks(block, to, nesting);
}

function heading(children: Block['children'], level: number, to: Writing): string[] {
  const text = escapeEnd(inline(children, to, ['heading']).replace(/\s+/g, ' ').trim());
  return text === '' ? [] : [`${'#'.repeat(level)} ${text}`];
}

/** The level of a heading that is all of a link. */
function levelOfLink(link: Block, { left }: Writing): number | undefined {
  if (link.name !== 'a' || !link.isInline || left(link)) return undefined;
  let only: Block | string | undefined = link;
  while (typeof only === 'object' && !levels.has(only.name)) {
    let inside: Block | string | undefined;
    for (const child of only.children) {
      if (typeof child === 'string' && child.trim() === '') continue;
      if (inside !== undefined || typeof child === 'string') return undefined;
      inside = child;
    }
    only = inside;
  }
  return typeof only === 'object' ? levels.get(only.name) : undefined;
}

function table(block: Block, to: Writing): string[] | undefined {
  const code = numberedCode(block, to);
  if (code !== undefined) {
    const lines = code.map((cell) => codeOf(cell).replace(/\n$/, ''));
    return fenced(lines.join('\n'), languageOf(code[0] as Block) || languageOf(block), to);
  }
  const rows = dataRows(block, to);
  if (rows === undefined) return undefined;
  const caption = captionOf(block, to.left);
  const text = caption === undefined ? '' : paragraph(inline(caption.children, to));
  return [...(text === '' ? [] : [text]), tableLines(rows, to)];
}

function list(block: Block, to: Writing, nesting: number): string[] {
  const items: string[] = [];
  const markOf = itemMarks(block);
  for (const child of block.children) {
    const inside = itemOf(child, to, nesting + 1);
    // An empty item has a number, too.
    const mark = typeof child !== 'string' && child.name === 'li' ? markOf(child) : '- ';
    if (inside.length === 0) continue;
    // A list beside the items shows as one in the item before it.
    const isInner = typeof child !== 'string' && lists.has(child.name) && items.length > 0;
    const indent = nesting < maxNesting ? ' '.repeat(mark.indexOf(' ') + 1) : '';
    const text = tight(inside).replace(/\n(?=[^\n])/g, `\n${indent}`);
    if (isInner) items.push(indent + text);
    else items.push(mark + text);
  }
  return items.length === 0 ? [] : [items.join('\n')];
}

/** What stands in a list beside its items is an item, too. */
function itemOf(child: Block | string, to: Writing, nesting: number): string[] {
  if (typeof child !== 'string') {
    if (to.left(child)) return [];
    if (child.name !== 'li') return child.isInline ? itemOfText([child], to) : element(child, to, nesting);
    const box = child.children.find((inside) => typeof inside !== 'string' || inside.trim() !== '');
    const inside = blocks(child, to, nesting);
    if (typeof box !== 'object' || box.attributes.type !== 'checkbox' || box.name !== 'input') return inside;
    return [`[${box.attributes.checked === undefined ? ' ' : 'x'}] ${inside[0] ?? ''}`, ...inside.slice(1)];
  }
  return itemOfText([child], to);
}

function itemOfText(children: Block['children'], to: Writing): string[] {
  const text = paragraph(inline(children, to));
  return text === '' ? [] : [text];
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

/** The marks of a list's items, in turn: `bullet` or numbers as they show. */
function itemMarks({ name, attributes, children }: Block): (item: Block) => string {
  if (name !== 'ol') return () => '- ';
  const isReversed = attributes.reversed !== undefined;
  const items = children.filter((child) => typeof child !== 'string' && child.name === 'li').length;
  let number = wholeNumber(attributes.start) ?? (isReversed ? items : 1);
  return (item) => {
    number = wholeNumber(item.attributes.value) ?? number;
    const its = number;
    number += isReversed ? -1 : 1;
    // Markdown has no other numbers.
    return its < 0 || its > 999_999_999 ? `- ${its}\\. ` : `${its}. `;
  };
}

function wholeNumber(written: string | undefined): number | undefined {
  const number = Number.parseInt(written ?? '', 10);
  return Number.isNaN(number) ? undefined : number;
}

/** Marks of lists, and others that say the same. */
const otherMarks: readonly (readonly [first: RegExp, each: RegExp, other: string])[] = [
  [/^- /, /^- /gm, '* '],
  [/^\* /, /^\* /gm, '- '],
  [/^\d+\. /, /^(\d+)\. /gm, '$1) '],
  [/^\d+\) /, /^(\d+)\) /gm, '$1. '],
];

const beginsList = /^(?:[-*]|\d+[.)]) /;

/** Two lists in a row are two, whatever holds them: the second has other marks. */
function apart(block: string, before: string | undefined): string {
  if (before === undefined || !beginsList.test(block)) return block;
  const marks = otherMarks.find(([first]) => first.test(block) && first.test(before));
  return marks === undefined ? block : block.replace(marks[1], marks[2]);
}

/** What is written in an item, as one text: a list in it follows its text without an empty line. */
function tight(inside: readonly string[]): string {
  let text = '';
  for (const [index, next] of inside.entries()) {
    text += index === 0 ? next : (/^(?:[-*] |\d+[.)] )/.test(next) ? '\n' : '\n\n') + next;
  }
  return text;
}
