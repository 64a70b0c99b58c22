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
  return {
    add(block, start, end) {
      const { visible, isRegular, isPlain } = look(start, end);
      block.visible += visible;
      if (!isPlain) block.isPlain = false;
      if (isRegular) append(block, html.slice(start, end));
      else if (isKept()) {
        block.isPlain = false;
        join(block, html.slice(start, end));
      } else append(block, visible === 0 && isPlain ? ' ' : html.slice(start, end).replace(irregular, ' '));
    },
    addCharacter(block, text) {
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
