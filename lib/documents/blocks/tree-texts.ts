import type { TagPlace } from '../html/element-listener.ts';
import { withoutUnseen } from '../html/unseen.ts';
import type { GrowingBlock } from './growing-block.ts';

/** Gives the parts of the page's text to the blocks that they stand in. */
export interface TreeTexts {
  /** The text since the last tag is the block's own. */
  upTo(at: Pick<TagPlace, 'position' | 'shown'>, block: GrowingBlock): void;
  /** In place of the part of the page's text since the last tag the block has what is written there. */
  written(text: string, block: GrowingBlock): void;
  /** Puts the parts in their places. */
  build(text: string, block: GrowingBlock): void;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those that are no white space.
const controls = /[\0-\x08\x0e-\x1f]+/g;

export function treeTexts(): TreeTexts {
  let position = 0;
  let shown = 0;
  let isWritten = false;
  /** The blocks that have parts, and for each its place among the children, its start and its end. */
  const owners: GrowingBlock[] = [];
  const parts: number[] = [];
  const add = (block: GrowingBlock, end: number) => {
    const last = parts.length - 3;
    const { length } = block.children;
    if (owners.at(-1) === block && parts[last] === length - 1 && parts[last + 2] === position) {
      parts[last + 2] = end;
      return;
    }
    block.add('');
    owners.push(block);
    parts.push(length, position, end);
  };
  const upTo: TreeTexts['upTo'] = (at, block) => {
    if (at.position > position) {
      block.visible += at.shown - shown;
      if (!isWritten) add(block, at.position);
      position = at.position;
      shown = at.shown;
    }
    isWritten = false;
  };
  return {
    upTo,
    written(text, block) {
      isWritten = true;
      block.add(withoutUnseen(text.replace(controls, '')).replace(/\r\n?/g, '\n'));
    },
    build(text, block) {
      const rest = text.slice(position).replace(/\s+/g, '').length;
      upTo({ position: text.length, shown: shown + rest }, block);
      for (const [index, owner] of owners.entries()) {
        const [place = 0, start = 0, end = 0] = [
          parts[index * 3],
          parts[index * 3 + 1],
          parts[index * 3 + 2],
        ];
        owner.children[place] = text.slice(text.charCodeAt(start) === 0x0a ? start + 1 : start, end);
      }
    },
  };
}
