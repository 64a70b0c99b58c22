/** A regular expression that says no more than: one of these words or phrases, perhaps as a beginning. */
export interface SimplePattern {
  readonly literals: readonly string[];
  /** Ends in `[^\s]*`: whatever follows without a space belongs to the match. */
  readonly truncated: boolean;
}

const truncation = /(?:\[\^\\s\]|\\S)\*$/;
/** White space, or a character, plain or escaped; and whether it may be missing. */
const piece = /\\s([*+?]?)|\\([^\p{L}\p{N}])(\??)|([^\\[\](){}.*+?|^$])(\??)/uy;
/** What a converted text never has. */
const removed = /[^\p{L}\p{N}\p{M}/' -]/u;
const mostVariants = 64;

/**
 * Reads the forms of regular expression that topic definitions are full of, an optional character (`coins?`), white
 * space (`d\.?\s*californica`) and truncation (`carnivor[^\s]*`), as plain words for a converted text, where there is
 * one space between words and no full stop. Undefined for anything else.
 */
export function simplePattern(expression: string): SimplePattern | undefined {
  const truncated = truncation.test(expression);
  const body = expression.replace(truncation, '');
  let literals = [''];
  piece.lastIndex = 0;
  while (piece.lastIndex < body.length) {
    const match = piece.exec(body);
    if (!match) return undefined;
    const [, spaces, escaped, escapedTimes, plain, plainTimes] = match;
    const character = spaces === undefined ? (escaped ?? plain ?? '') : ' ';
    const times = spaces ?? escapedTimes ?? plainTimes ?? '';
    const present = removed.test(character) ? [] : literals.map((literal) => literal + character);
    literals = times === '*' || times === '?' ? [...present, ...literals] : present;
    if (literals.length > mostVariants) return undefined;
  }
  return { literals: [...new Set(literals)], truncated };
}
