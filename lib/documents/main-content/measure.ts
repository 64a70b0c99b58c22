import type { Block, BlockTree } from '../blocks/block.ts';

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

/**
 * @param left whether a block counts for nothing, with all that is in it
 */
export function measure({ blocks }: BlockTree, left: (block: Block) => boolean): BlockMeasures {
  const count = blocks.length;
  const text = new Float64Array(count);
  const linked = new Float64Array(count);
  const prose = new Float64Array(count);
  /** Text of the paragraph so far around each place: texts and inline elements between blocks. */
  const run = new Float64Array(count);
  const runLinked = new Float64Array(count);
  const states = statesOf(blocks, left);
  for (let id = count - 1; id >= 0; id--) {
    const state = at(states, id);
    if ((state & isLeft) !== 0) continue;
    const { isInline, parent, visible } = blocks[id] as Block;
    add(run, id, visible);
    if ((state & inAnchor) !== 0) add(runLinked, id, visible);
    if (!isInline) {
      add(text, id, at(run, id));
      add(linked, id, at(runLinked, id));
      if (at(run, id) >= shortest) add(prose, id, at(run, id) - at(runLinked, id));
    }
    if (parent === undefined) continue;
    add(text, parent.id, at(text, id));
    add(linked, parent.id, at(linked, id));
    add(prose, parent.id, at(prose, id));
    if (!isInline) continue;
    add(run, parent.id, at(run, id));
    add(runLinked, parent.id, at(runLinked, id));
  }
  return { text, linked, prose };
}

const isLeft = 1;
const inAnchor = 2;

/** What holds for each block and all that is in it. */
function statesOf(blocks: readonly Block[], left: (block: Block) => boolean): Uint8Array {
  const states = new Uint8Array(blocks.length);
  for (const block of blocks) {
    const around = block.parent === undefined ? 0 : at(states, block.parent.id);
    const gone = (around & isLeft) !== 0 || (block.parent !== undefined && left(block));
    states[block.id] = gone ? isLeft : around | (block.name === 'a' ? inAnchor : 0);
  }
  return states;
}

function at(sums: Float64Array | Uint8Array, id: number): number {
  return sums[id] as number;
}

function add(sums: Float64Array, id: number, more: number): void {
  sums[id] = (sums[id] as number) + more;
}
