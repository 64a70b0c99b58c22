import { wordForm } from '../../base/language/word-form.ts';

/** Letters and digits with their marks, of whatever script. */
const runs = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** Longer runs are no words: encoded data, hashes. */
const longest = 40;

/**
 * The words of a text as classifiers count them: runs of letters and digits in one form (`wordForm`) and lower
 * case, of at most 40 characters. Where a script has no spaces between words (Chinese, Japanese, Thai and others), each
 * two neighbouring characters are a word.
 * @returns in the order of the text, with repetitions
 */
export function wordsOf(text: string): readonly string[] {
  const found = wordForm(text).toLowerCase().match(runs) ?? [];
  const whole = unspaced.test(text) ? found.flatMap(split) : found;
  return whole.filter(({ length }) => length <= longest);
}

/** Each two neighbouring words, with a space between them: what phrases are made of. */
export function pairsOf(words: readonly string[]): readonly string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}

/** Whether it is a pair of words rather than one. */
export function isPair(term: string): boolean {
  return term.includes(' ');
}

function split(run: string): readonly string[] {
  if (!unspaced.test(run)) return [run];
  return (run.match(pieces) ?? []).flatMap((piece) => (unspaced.test(piece) ? pairs(piece) : [piece]));
}

function pairs(piece: string): readonly string[] {
  const characters = [...piece];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((second, index) => `${characters[index]}${second}`);
}
