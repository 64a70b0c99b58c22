import { fenceFor } from './escape.ts';

/** Marks of emphasis, and the tags that say the same where a mark would be text. */
const tags = { '**': 'strong', '*': 'em', '~~': 'del' } as const;

export type Mark = keyof typeof tags;

interface Emphasis {
  readonly mark: Mark;
  inside: string;
  /** The last character of it. */
  end: string;
  isTagged: boolean;
}

/** Puts a line of Markdown together, piece by piece. Of strings that grow, V8 would put all together to tell their ends. */
export class MarkdownLine {
  #done = '';
  /** The last character of the line. */
  #end = '';
  /** The emphasis that ends where the line ends. */
  #open: Emphasis | undefined;
  /** The code that ends there. */
  #code: string | undefined;
  /** The line ends in an exclamation mark, which would make a picture of a link. */
  #exclaims = false;

  add(piece: string): void {
    if (piece === '') return;
    this.#settle(piece);
    this.#exclaims = piece.endsWith('!');
    this.#done += this.#exclaims ? piece.slice(0, -1) : piece;
    this.#end = lastOf(piece);
  }

  /** Codes that touch are one: marks that touch would not part them. */
  code(text: string): void {
    const code = text.replace(/\s+/g, ' ');
    const inside = code.trim();
    if (inside !== '' && !code.startsWith(' ') && this.#code !== undefined) this.#code += inside;
    else {
      this.add(code.startsWith(' ') ? ' ' : '');
      if (inside === '') return;
      this.#settle('`');
      this.#code = inside;
    }
    if (code.endsWith(' ')) this.add(' ');
  }

  /** Marks stand at words, not at white space; around nothing there are none. */
  emphasise(piece: string, mark: Mark): void {
    const inside = piece.trim();
    if (inside === '') {
      this.add(piece);
      return;
    }
    const start = piece.indexOf(inside);
    this.add(piece.slice(0, start));
    this.#emphasise(inside, mark);
    this.add(piece.slice(start + inside.length));
  }

  text(): string {
    this.#settle('');
    return this.#done;
  }

  #emphasise(inside: string, mark: Mark): void {
    if (this.#open?.mark === mark) {
      this.#open.inside += inside;
      this.#open.end = lastOf(inside);
      return;
    }
    this.#settle(mark);
    this.#open = { mark, inside, end: lastOf(inside), isTagged: !isParted(firstOf(inside), this.#end) };
    this.#end = '*';
  }

  /** @param next what follows */
  #settle(next: string): void {
    if (this.#exclaims) {
      this.#done += next.startsWith('[') ? '\\!' : '!';
      this.#exclaims = false;
    }
    this.#settleCode();
    if (this.#open === undefined) return;
    const { mark, inside, end, isTagged } = this.#open;
    this.#open = undefined;
    const isMarked = !isTagged && isParted(end, firstOf(next));
    this.#done += isMarked ? mark + inside + mark : `<${tags[mark]}>${inside}</${tags[mark]}>`;
    if (!isMarked) this.#end = '>';
  }

  #settleCode(): void {
    if (this.#code === undefined) return;
    const fence = fenceFor(this.#code, 1);
    const gap = this.#code.startsWith('`') || this.#code.endsWith('`') ? ' ' : '';
    this.#done += fence + gap + this.#code + gap + fence;
    this.#end = '`';
    this.#code = undefined;
  }
}

/** Whether a mark between these is one (CommonMark 6.2): runs of marks that touch are read as one. */
function isParted(inside: string, outside: string): boolean {
  if (outside === '*' || outside === '~' || outside === '_') return false;
  return outside === '' || !isPunctuation(inside) || isPunctuation(outside) || /\s/.test(outside);
}

function isPunctuation(character: string): boolean {
  return /^[\p{P}\p{S}]$/u.test(character);
}

function firstOf(text: string): string {
  const [first = ''] = text.slice(0, 2);
  return first;
}

function lastOf(text: string): string {
  const [first = '', second] = text.slice(-2);
  return second ?? first;
}
