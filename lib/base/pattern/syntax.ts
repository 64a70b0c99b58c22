import type { CharSet } from './char-set.ts';

/** What an empty-width part asks of the place where it stands. */
export type Assertion = 'start' | 'end' | 'boundary' | 'noBoundary';

/** The characters that one step of an expression takes. */
export interface Chars {
  readonly set: CharSet;
  /**
   * The characters beyond ASCII, as the inside of a JavaScript class (`\u{f6}`, `^\p{L}`). Undefined: all of them when
   * bit 128 of the set is 1, else none.
   */
  readonly beyond?: string;
}

/** A regular expression, taken apart. */
export type Syntax =
  | ({ readonly kind: 'chars' } & Chars)
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'concat'; readonly parts: readonly Syntax[] }
  /** The earlier ones are tried first; that decides where a match ends, not whether there is one. */
  | { readonly kind: 'either'; readonly parts: readonly Syntax[] }
  | {
      readonly kind: 'repeat';
      readonly part: Syntax;
      readonly min: number;
      /** Undefined: without end. */
      readonly max: number | undefined;
      /** As often as possible first; else as seldom as possible. */
      readonly greedy: boolean;
    };
