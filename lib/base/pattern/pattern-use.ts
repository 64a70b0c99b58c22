/** What an expression is written for: what it may say, and what to do instead of what it may not. */
export interface PatternUse {
  /** Whether it may name classes of Unicode (`\p{L}`): its texts are not all ASCII. */
  readonly unicode: boolean;
  /** Instead of look-around. */
  readonly instead: string;
}

/** The rules of a scope, and `sitesOk`. */
export const forUrls: PatternUse = { unicode: false, instead: 'a later rule can say what it would' };

/** The terms of a topic. */
export const forTerms: PatternUse = {
  unicode: true,
  instead: 'what must stand beside it can be another term with @and',
};
