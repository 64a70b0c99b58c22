import type { PdfRow } from './pdf-item.ts';

/** Letters with a space behind each, and one alone. */
const spaced = /^[\p{L}\p{M}\p{N}\p{P}](?: [\p{L}\p{M}\p{N}\p{P}])*$/u;

/** Letters of a line that is no chance. */
const fewestLetters = 6;

/** A row whose letters are set apart, as titles are: the library takes what is between them for spaces, and wider gaps for texts of their own. */
export function withoutLetterSpacing(row: PdfRow): PdfRow {
  const words = row.map(({ text }) => text).filter((text) => text.trim() !== '');
  const letters = words.flatMap((word) => word.split(' '));
  const isSpaced =
    letters.filter((one) => /\p{L}/u.test(one)).length >= fewestLetters &&
    words.some((word) => word.length > 1) &&
    words.every((word) => spaced.test(word));
  if (!isSpaced || areInOrder(letters)) return row;
  return row.map((item) =>
    item.text.trim() === '' ? item : { ...item, text: item.text.replaceAll(' ', '') },
  );
}

/** Letters of an index, or numbers. */
function areInOrder(letters: readonly string[]): boolean {
  return letters.every((letter, at) => at === 0 || letter > (letters[at - 1] as string));
}
