/** How far two texts have the same words, as often: the harmonic mean of precision and recall over multisets of words. */
export function wordF1(found: string, wanted: string): number {
  const left = wordsOf(wanted);
  const [words, expected] = [wordsOf(found), size(left)];
  const total = size(words);
  if (total === 0 && expected === 0) return 1;
  let common = 0;
  for (const [word, times] of words) common += Math.min(times, left.get(word) ?? 0);
  return (2 * common) / (total + expected);
}

function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

function size(words: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const times of words.values()) total += times;
  return total;
}
