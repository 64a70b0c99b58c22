import type { Block, BlockTree } from '../blocks/block.ts';

/** What each block of a page has of text, by its id, all that is in it together. UTF-16 units, white space left out. */
export interface BlockMeasures {
  readonly text: Int32Array;
  /** Text inside anchors. */
  readonly linked: Int32Array;
  /** Text outside anchors of paragraphs that are long enough to be sentences. */
  readonly prose: Int32Array;
}

/** Text of a block shorter than this is a label, or a crumb of a menu. */
const shortest = 30;

/** Measures a page, also several times. */
export type MeasureBlocks = (
  /** Whether a block counts for nothing, with all that is in it. */
  left: (block: Block) => boolean,
) => BlockMeasures;

export function measureOf({ blocks }: BlockTree): MeasureBlocks {
  const count = blocks.length;
  const parents = new Int32Array(count);
  const visible = new Int32Array(count);
  const kinds = new Uint8Array(count);
  for (const block of blocks) {
    parents[block.id] = block.parent?.id ?? -1;
    visible[block.id] = block.visible;
    kinds[block.id] = (block.isInline ? isInline : 0) | (block.name === 'a' ? inAnchor : 0);
  }
  return (left) => {
    const states = new Uint8Array(count);
    for (let id = 0; id < count; id++) {
      const around = id === 0 ? 0 : at(states, at(parents, id));
      const gone = (around & isLeft) !== 0 || (id > 0 && left(blocks[id] as Block));
      states[id] = gone ? isLeft : (around & inAnchor) | at(kinds, id);
    }
    return sumsOf({ parents, visible, states });
  };
}

const isLeft = 1;
const inAnchor = 2;
const isInline = 4;

interface Shape {
  readonly parents: Int32Array;
  readonly visible: Int32Array;
  /** What holds for each block and, but for `isInline`, all that is in it. */
  readonly states: Uint8Array;
}

function sumsOf({ parents, visible, states }: Shape): BlockMeasures {
  const count = states.length;
  const text = new Int32Array(count);
  const linked = new Int32Array(count);
  const prose = new Int32Array(count);
  /** Text of the paragraph so far around each place: texts and inline elements between blocks. */
  const run = new Int32Array(count);
  const runLinked = new Int32Array(count);
  for (let id = count - 1; id >= 0; id--) {
    const state = at(states, id);
    if ((state & isLeft) !== 0) continue;
    add(run, id, at(visible, id));
    if ((state & inAnchor) !== 0) add(runLinked, id, at(visible, id));
    const flows = (state & isInline) !== 0;
    if (!flows) {
      add(text, id, at(run, id));
      add(linked, id, at(runLinked, id));
      if (at(run, id) >= shortest) add(prose, id, at(run, id) - at(runLinked, id));
    }
    const parent = at(parents, id);
    if (parent < 0) continue;
    add(text, parent, at(text, id));
    add(linked, parent, at(linked, id));
    add(prose, parent, at(prose, id));
    if (!flows) continue;
    add(run, parent, at(run, id));
    add(runLinked, parent, at(runLinked, id));
  }
  return { text, linked, prose };
}

function at(sums: Int32Array | Uint8Array, id: number): number {
  return sums[id] as number;
}

function add(sums: Int32Array, id: number, more: number): void {
  sums[id] = (sums[id] as number) + more;
}
