import type { Block } from '../blocks/block.ts';
import { fenceFor } from './escape.ts';
import { languageOf } from './language.ts';
import type { Writing } from './writing.ts';

const preformatted: ReadonlySet<string> = new Set(['pre', 'listing', 'xmp']);

/** Whether an element shows lines of code: preformatted text, or code with ends of lines in it. */
export function isCodeBlock(block: Block): boolean {
  if (preformatted.has(block.name)) return true;
  return block.name === 'code' && (!block.isInline || has(block, ({ name }) => name === 'br'));
}

/** The code of an element with its lines and their indents, and its language. */
export function codeBlock(block: Block, to: Writing): string[] {
  return fenced(codeOf(block), languageOf(block), to);
}

export function fenced(code: string, language: string, to: Writing): string[] {
  const text = code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (text === '') return [];
  to.room -= text.length;
  const fence = fenceFor(text, 3);
  return [`${fence}${language}\n${text}\n${fence}`];
}

const lineClass = /(?:^|\s)(?:(?:code|token|view|hljs)-?)?line(?:\s|$)/i;
const numberClass =
  /(?:^|\s)(?:line-?(?:nos?|numbers?|num)|lineno[s]?|ln|gutter|hljs-ln-n(?:umbers)?)(?:\s|$)/i;

/** The text as written; elements that are lines of their own end in a line feed. */
export function codeOf(block: Block): string {
  const out = { text: '', isOpen: false, hasEnded: false, numbers: lineNumbers(block) };
  write(block, out);
  return out.text;
}

/** `isOpen`: something stands in the line already. `hasEnded`: the line has ended, and its line feed may still come from the page. */
interface Code {
  text: string;
  isOpen: boolean;
  hasEnded: boolean;
  readonly numbers: ReadonlySet<Block>;
}

function write({ children }: Block, out: Code): void {
  const add = (text: string) => {
    if (text === '') return;
    if (out.hasEnded && !text.startsWith('\n')) out.text += '\n';
    out.text += text;
    out.hasEnded = false;
    out.isOpen = !text.endsWith('\n');
  };
  for (const child of children) {
    if (typeof child === 'string') add(child);
    else if (child.name === 'br') add('\n');
    else if (!isBeside(child) && !out.numbers.has(child)) {
      const isLine = isLineOfCode(child);
      if (isLine && (out.isOpen || out.hasEnded)) add('\n');
      const { length } = out.text;
      write(child, out);
      // An empty line is one, too.
      if (isLine && (out.isOpen || out.text.length === length)) {
        out.isOpen = false;
        out.hasEnded = true;
      }
    }
  }
}

function isLineOfCode({ isInline, attributes }: Block): boolean {
  return !isInline || lineClass.test(attributes.class ?? '');
}

/** What stands at the start of lines and counts them, one after the other, whatever it is called. */
function lineNumbers(code: Block): ReadonlySet<Block> {
  const numbers = new Map<Block, number>();
  const visit = (block: Block) => {
    const first = block.children.find((child) => typeof child !== 'string' || child.trim() !== '');
    const isLine = block !== code && isLineOfCode(block);
    for (const child of block.children) {
      if (typeof child === 'string') continue;
      const text = isLine && child === first && child.isInline ? child.children.join('') : '';
      if (/^\s*\d{1,7}\s*$/.test(text)) numbers.set(child, Number(text));
      else visit(child);
    }
  };
  visit(code);
  const values = [...numbers.values()];
  const counts = values.length > 1 && values.every((one, n) => n === 0 || one === (values[n - 1] ?? 0) + 1);
  return counts ? new Set(numbers.keys()) : new Set();
}

/** Buttons that copy, and the numbers of lines. */
function isBeside({ name, attributes: { class: classes = '' }, children }: Block): boolean {
  if (name === 'button') return true;
  return (
    numberClass.test(classes) &&
    children.every((child) => typeof child === 'string' && /^[\s\d]*$/.test(child))
  );
}

function has(block: Block, is: (inside: Block) => boolean): boolean {
  return block.children.some((child) => typeof child !== 'string' && (is(child) || has(child, is)));
}
