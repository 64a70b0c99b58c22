/** Marks that may follow each other: the limit of Unicode's stream-safe text format (UAX #15 §13). */
const mostMarks = 30;
/** The mark that is put in where a run is cut: COMBINING GRAPHEME JOINER, which normalisation does not reorder across. */
const joiner = '\u034f';

/** Where a long run of marks can be: classes of Unicode are slow to look for in all of a text. */
const candidates = new RegExp(`[\\u0300-\\uffff]{${mostMarks + 1},}`, 'g');
/** Marks, and the two letters whose compatibility form is one. */
const longRuns = new RegExp(`[\\p{M}\\uff9e\\uff9f]{${mostMarks}}(?=[\\p{M}\\uff9e\\uff9f])`, 'gu');

/**
 * The compatibility form (NFKC) of a text that the web sent. Runs of more than 30 combining marks, which no language
 * has, are cut first, as in the stream-safe text format: to order the marks of one run takes the square of its length,
 * in native code in which no thread can be ended.
 */
export function compatibilityForm(text: string): string {
  return text.replace(candidates, (run) => run.replace(longRuns, `$&${joiner}`)).normalize('NFKC');
}
