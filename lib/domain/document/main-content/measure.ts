import type { Block, BlockTree } from '../blocks/block.ts';
import { inlineElements } from '../blocks/block-elements.ts';

/** What each block of a page has of text, by its id, all that is in it together. UTF-16 units, white space left out. */
export interface BlockMeasures {
  readonly text: Float64Array;
  /** Text inside anchors. */
  readonly linked: Float64Array;
  /** Text outside anchors of paragraphs that are long enough to be sentences. */
  readonly prose: Float64Array;
  /** Text of each block itself, outside elements in it. */
  readonly own: Float64Array;
}

/** Text of a block shorter than this is a label, or a crumb of a menu. */
const shortest = 30;

/**
 * @param left whether a block counts for nothing
 * @param known measures of the same tree, whose `own` is taken over
 */
export function measure(
  { root, count }: BlockTree,
  left: (block: Block) => boolean,
  known?: BlockMeasures,
): BlockMeasures {
  const text = new Float64Array(count);
  const linked = new Float64Array(count);
  const prose = new Float64Array(count);
  const own = known?.own ?? new Float64Array(count);
  /** Text of the paragraph so far that the reader is in: texts and inline elements between blocks. */
  const run = new Float64Array(count);
  const runLinked = new Float64Array(count);
  visit(root, false);
  return { text, linked, prose, own };

  function visit(block: Block, inAnchor: boolean): void {
    const { id, children, name } = block;
    const isInline = inlineElements.has(name);
    const anchor = inAnchor || name === 'a';
    if (known === undefined) own[id] = ownText(children);
    add(run, id, at(own, id));
    if (anchor) add(runLinked, id, at(own, id));
    for (const child of children) {
      if (typeof child === 'string' || left(child)) continue;
      visit(child, anchor);
      add(text, id, at(text, child.id));
      add(linked, id, at(linked, child.id));
      add(prose, id, at(prose, child.id));
      if (inlineElements.has(child.name)) {
        add(run, id, at(run, child.id));
        add(runLinked, id, at(runLinked, child.id));
      }
    }
    if (isInline) return;
    add(text, id, at(run, id));
    add(linked, id, at(runLinked, id));
    if (at(run, id) >= shortest) add(prose, id, at(run, id) - at(runLinked, id));
  }
}

function at(sums: Float64Array, id: number): number {
  return sums[id] as number;
}

function add(sums: Float64Array, id: number, more: number): void {
  sums[id] = at(sums, id) + more;
}

/** Characters of the texts that are no white space. */
function ownText(children: Block['children']): number {
  let length = 0;
  for (const child of children) {
    if (typeof child !== 'string') continue;
    for (let at = 0; at < child.length; at++) if (child.charCodeAt(at) > 0x20) length++;
  }
  return length;
}
