/** Apostrophes and the like part no words: `doesn't` is one. */
const inWord = /['’ʼ]/g;
const betweenWords = /[^\p{L}\p{N}\p{M}]+/u;

/** The words of a text in lower case, parted by single spaces. */
export function wordsOf(text: string): string {
  return text.toLowerCase().replace(inWord, '').split(betweenWords).filter(Boolean).join(' ');
}

export function countWords(words: string): number {
  return words === '' ? 0 : words.split(' ').length;
}

/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

export function isUnspaced(words: string): boolean {
  return unspaced.test(words);
}

/** Whether a phrase stands in a text, both as `wordsOf` gives them. */
export function says(words: string, phrase: string): boolean {
  return isUnspaced(phrase) ? words.includes(phrase) : ` ${words} `.includes(` ${phrase} `);
}

/** The phrases of a list with one language a line, parted by `|`. */
export function phrases(list: string): readonly string[] {
  return list.split(/[|\n]/).map(wordsOf).filter(Boolean);
}
