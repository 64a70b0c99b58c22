import type { Stem } from '../../base/language/stem.ts';
import { wordForm } from '../../base/language/word-form.ts';

/** A word of a converted text, and where it stands in the text that it was converted from. */
export interface PlacedWord {
  readonly word: string;
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

/** The words of a text as `topicText` leaves them. */
export interface PlacedText {
  readonly words: readonly PlacedWord[];
  /** The text does not begin with a word: a space stands first, and counts as a word. */
  readonly leads: boolean;
}

/** With what nobody sees, and hyphens of other widths: `wordForm` takes care of both. */
const kept = /[\p{L}\p{N}\p{M}\p{DI}\u2010\u2011/'-]+/gu;
const numbers = /(?<![\p{L}\p{N}\p{M}])\d+(?![\p{L}\p{N}\p{M}])/u;

/** Converts a text as `topicText` does, word by word: slower, and used only where somebody asks why. */
export function placedWords(text: string, stopWords: ReadonlySet<string>, stem?: Stem): PlacedText {
  const words: PlacedWord[] = [];
  let leads = false;
  for (const { 0: run, index } of text.matchAll(kept)) {
    const form = wordForm(run);
    let from = 0;
    for (const piece of form.split(' ').flatMap((word) => word.split(numbers))) {
      const at = form.indexOf(piece, from);
      from = at + piece.length;
      if (piece === '') continue;
      if (words.length === 0) leads = index + at > 0;
      // What has another form stands for all that was written.
      const [start, end] = form === run ? [at, from] : [0, run.length];
      words.push({ word: piece.toLowerCase(), start: index + start, end: index + end });
    }
  }
  const left = words.filter(({ word }) => !stopWords.has(word));
  const stems = stem === undefined ? left : left.map((one) => ({ ...one, word: stem(one.word) }));
  return { words: stems, leads: leads && left.length > 0 };
}

/** The text that `topicText` gives. */
export function convertedText({ words, leads }: PlacedText): string {
  return `${leads ? ' ' : ''}${words.map(({ word }) => word).join(' ')}`;
}

/** Finds where stretches of the converted text stand in the original. */
export function originalPlaces({
  words,
  leads,
}: PlacedText): (start: number, end: number) => readonly [start: number, end: number] {
  const offsets = new Float64Array(words.length);
  let offset = leads ? 1 : 0;
  for (const [at, { word }] of words.entries()) {
    offsets[at] = offset;
    offset += word.length + 1;
  }
  const wordAt = (at: number): number => {
    let [low, high] = [0, words.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((offsets[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  /** Letters of which the lower case is longer stand for the whole word. */
  const within = (at: number, place: number, whole: number): number => {
    const { word, start, end } = words[place] as PlacedWord;
    return end - start === word.length ? start + at - (offsets[place] as number) : whole;
  };
  return (start, end) => {
    const [first, last] = [wordAt(start), wordAt(end - 1)];
    const from = within(start, first, (words[first] as PlacedWord).start);
    return [from, within(end, last, (words[last] as PlacedWord).end)];
  };
}
