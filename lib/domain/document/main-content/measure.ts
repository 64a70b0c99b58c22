import type { Block, BlockTree } from '../blocks/block.ts';
import { inlineElements } from '../blocks/block-elements.ts';

/** What each block of a page has of text, by its id, all that is in it together. UTF-16 units, white space left out. */
export interface BlockMeasures {
  readonly text: Float64Array;
  /** Text inside anchors. */
  readonly linked: Float64Array;
  /** Text outside anchors of paragraphs that are long enough to be sentences. */
  readonly prose: Float64Array;
}

/** Text of a block shorter than this is a label, or a crumb of a menu. */
const shortest = 30;

/** @param left whether a block counts for nothing */
export function measure({ root, count }: BlockTree, left: (block: Block) => boolean): BlockMeasures {
  const text = new Float64Array(count);
  const linked = new Float64Array(count);
  const prose = new Float64Array(count);
  visit(root, false);
  return { text, linked, prose };

  /** @returns the text that flows in the block itself, outside blocks in it */
  function visit(block: Block, inAnchor: boolean): { own: number; ownLinked: number } {
    const { id } = block;
    let own = 0;
    let ownLinked = 0;
    const anchor = inAnchor || block.name === 'a';
    for (const child of block.children) {
      if (typeof child === 'string') {
        const length = visible(child);
        own += length;
        if (anchor) ownLinked += length;
        continue;
      }
      if (left(child)) continue;
      const its = visit(child, anchor);
      add(text, id, at(text, child.id));
      add(linked, id, at(linked, child.id));
      add(prose, id, at(prose, child.id));
      if (inlineElements.has(child.name)) {
        own += its.own;
        ownLinked += its.ownLinked;
      }
    }
    if (inlineElements.has(block.name)) return { own, ownLinked };
    add(text, id, own);
    add(linked, id, ownLinked);
    if (own >= shortest) add(prose, id, own - ownLinked);
    return { own: 0, ownLinked: 0 };
  }
}

function at(sums: Float64Array, id: number): number {
  return sums[id] as number;
}

function add(sums: Float64Array, id: number, more: number): void {
  sums[id] = at(sums, id) + more;
}

/** Characters that are no white space, near enough: words and the spaces between them are told apart by nobody here. */
function visible(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x20) length++;
  return length;
}
