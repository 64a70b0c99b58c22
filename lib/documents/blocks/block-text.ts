import type { Block, BlockTree } from './block.ts';

/** The text of a block, as the text of the page has it, without blocks that are `left`. */
export function blockText({ text }: BlockTree, block: Block, left: (block: Block) => boolean): string {
  let out = '';
  let from = block.start;
  /** The end of what was taken last: what stands there, or before what is taken next, parts them. */
  let cutAt = 0;
  const take = (to: number) => {
    if (to <= from) return;
    const words = text.slice(from, to).trim();
    if (words === '') return;
    out = out === '' ? words : out + strongest(text, cutAt, from) + words;
    cutAt = to;
  };
  const visit = ({ children }: Block) => {
    for (const child of children) {
      if (typeof child === 'string' || child.start === child.end) continue;
      if (!left(child)) visit(child);
      else {
        take(child.start);
        from = child.end;
      }
    }
  };
  visit(block);
  take(block.end);
  return out;
}

/** What parts two pieces of text: a line feed, a space or nothing, the strongest of two places. */
function strongest(text: string, one: number, other: number): string {
  const gaps = `${text[one]}${text[other]}`;
  if (gaps.includes('\n')) return '\n';
  return gaps.includes(' ') ? ' ' : '';
}
