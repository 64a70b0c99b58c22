import type { PatternUse } from './pattern-use.ts';

/** Why a pattern cannot be read, and at which character. */
class Refusal extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** The text of a pattern, and how far it has been read. */
export class PatternText {
  static readonly Refusal = Refusal;
  readonly source: string;
  readonly use: PatternUse;
  at = 0;

  constructor(source: string, use: PatternUse) {
    this.source = source;
    this.use = use;
  }

  get done(): boolean {
    return this.at >= this.source.length;
  }

  /** The character to come, or one behind it; empty at the end. */
  peek(ahead = 0): string {
    return this.source.charAt(this.at + ahead);
  }

  rest(length: number): string {
    return this.source.slice(this.at, this.at + length);
  }

  /** One character; a pair of surrogates is one. */
  next(): string {
    const char = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0);
    this.at += char.length;
    return char;
  }

  take(char: string): boolean {
    if (this.peek() !== char) return false;
    this.at += char.length;
    return true;
  }

  /** @param form sticky */
  match(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.at;
    const found = form.exec(this.source);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  refuse(problem: string, at = this.at): never {
    throw new Refusal(problem, at);
  }
}
