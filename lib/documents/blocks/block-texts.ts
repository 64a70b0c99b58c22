import { withoutUnseen } from '../html/unseen.ts';
import type { GrowingBlock } from './growing-block.ts';
import { textSigns } from './text-signs.ts';

/** Appends the texts of a page to its blocks. */
export interface TextAdder {
  /** Text of the page from `start` to `end`. */
  add(block: GrowingBlock, start: number, end: number): void;
  /** What a character reference stands for. */
  addCharacter(block: GrowingBlock, text: string): void;
}

const irregular = /[^\S ]\s*| \s+/g;

/**
 * White space becomes single spaces, as browsers show it: once here, in place of once for each that reads the tree.
 * @param isKept whether white space stands as it is written here
 */
export function textAdder(html: string, isKept: () => boolean): TextAdder {
  const look = textSigns(html);
  /** What was added last. Of a block's text, V8 would put all of it together to tell its end. */
  const last: { block?: GrowingBlock; text: string } = { text: '' };
  /** What people see of a text that is added to a block. */
  const seen = (block: GrowingBlock, text: string, isPlain: boolean): string => {
    const before = last.block === block ? last.text : '';
    const left = isPlain ? text : withoutUnseen(text, before);
    last.block = block;
    last.text = left === '' ? before : left;
    return left;
  };
  return {
    add(block, start, end) {
      const { visible, isRegular, isPlain } = look(start, end);
      block.visible += visible;
      if (!isPlain) block.isPlain = false;
      const text = seen(block, html.slice(start, end), isPlain);
      if (isRegular) append(block, text);
      else if (isKept()) {
        block.isPlain = false;
        join(block, text);
      } else append(block, visible === 0 && isPlain ? ' ' : text.replace(irregular, ' '));
    },
    addCharacter(block, character) {
      const text = seen(block, character, false);
      if (text === '') return;
      if (text.charCodeAt(0) > 0x20) block.visible += text.length;
      const isSpace = /^\s$/.test(text);
      if (!isSpace && !plain.test(text)) block.isPlain = false;
      if (isSpace && isKept()) block.isPlain = false;
      if (isSpace && !isKept()) append(block, ' ');
      else join(block, text);
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: text with one is not plain, nor is what may begin Markdown in a line.
const plain = /^[^\0-\x1f\\`*[\]<_]+$/;

/** Appends text whose white space is single spaces. */
function append(block: GrowingBlock, text: string): void {
  join(block, block.endsInSpace && text.startsWith(' ') ? text.slice(1) : text);
}

function join(block: GrowingBlock, text: string): void {
  if (text === '') return;
  const { children } = block;
  const last = children.length - 1;
  if (typeof children[last] === 'string') {
    children[last] += text;
    block.endsInSpace = text.endsWith(' ');
  } else block.add(text);
}
