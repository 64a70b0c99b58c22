import type { Block } from '../blocks/block.ts';
import { type VisibleText, visibleText } from '../html/visible-text.ts';

/** The text of a block, white space collapsed, blocks in it separated by a line feed, without blocks that are `left`. */
export function blockText(block: Block, left: (block: Block) => boolean): string {
  const text = visibleText();
  write(block, left, text, false);
  return text.text();
}

function write(block: Block, left: (block: Block) => boolean, text: VisibleText, inPre: boolean): void {
  const { name, isInline, isPlain } = block;
  const pre = inPre || name === 'pre';
  const apart = !isInline;
  if (name === 'td' || name === 'th') text.breakWord();
  else if (apart || name === 'br') text.breakLine();
  for (const child of block.children) {
    if (typeof child !== 'string') {
      if (!left(child)) write(child, left, text, pre);
    } else if (pre) {
      for (const [index, line] of child.split('\n').entries()) {
        if (index > 0) text.breakLine();
        text.append(line, 0, line.length);
      }
    } else text.append(child, 0, child.length, isPlain);
  }
  if (name === 'td' || name === 'th') text.breakWord();
  else if (apart) text.breakLine();
}
