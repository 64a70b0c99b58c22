import type { CharSet } from './char-set.ts';

/** What an empty-width part asks of the place where it stands. */
export type Assertion = 'start' | 'end' | 'boundary' | 'noBoundary';

/** A regular expression, taken apart. */
export type Syntax =
  | { readonly kind: 'chars'; readonly set: CharSet }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'concat'; readonly parts: readonly Syntax[] }
  | { readonly kind: 'either'; readonly parts: readonly Syntax[] }
  /** `max` undefined: without end. Greedy and lazy are one: we only ask whether there is a match. */
  | {
      readonly kind: 'repeat';
      readonly part: Syntax;
      readonly min: number;
      readonly max: number | undefined;
    };

/** Matches nothing but itself, everywhere. */
export const empty: Syntax = { kind: 'concat', parts: [] };
