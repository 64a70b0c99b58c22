import type { TermPlace } from '../../base/page/topic-verdict.ts';
import type { FilterDocument } from '../judging/topic-filter.ts';
import { openTokeniser, type TokeniserSettings } from '../learn/tokeniser.ts';
import type { TextSpan } from './page-parts.ts';

/** What nobody sees is part of a word as it is written. */
const runs = /[\p{L}\p{N}\p{M}\p{DI}]+/gu;
/** Places that are told of each word. */
const mostPlaces = 100;

/**
 * Where words of a model, and pairs of them, stand in what models read of a page: its title, its description and
 * keywords, and its text.
 * @param tokeniser of the model
 */
export function wordPlaces(
  wanted: readonly string[],
  { title, metadata, described, text, language }: FilterDocument,
  tokeniser: TokeniserSettings,
): ReadonlyMap<string, readonly TextSpan[]> {
  const wordsIn = openTokeniser(tokeniser);
  const places = new Map(wanted.map((word): [string, TextSpan[]] => [word, []]));
  const note = (word: string, place: TextSpan): void => {
    const known = places.get(word);
    if (known !== undefined && known.length < mostPlaces) known.push(place);
  };
  const parts: readonly (readonly [TermPlace, number, string])[] = [
    ['title', 0, title],
    ...[...metadata.entries()]
      .filter(([, value]) => described.includes(value))
      .map(([index, value]) => ['metadata', index, value] as const),
    ['text', 0, text],
  ];
  for (const [part, index, value] of parts) {
    let before: { readonly word: string; readonly start: number } | undefined;
    for (const { word, start, end } of placedIn(value, (run) => wordsIn(run, language))) {
      note(word, { part, index, start, end });
      if (before !== undefined) note(`${before.word} ${word}`, { part, index, start: before.start, end });
      before = { word, start };
    }
  }
  return places;
}

/** The words of a text with their places; where a script has no spaces, each two characters. */
function* placedIn(
  text: string,
  wordsIn: (run: string) => readonly string[],
): Generator<{ readonly word: string; readonly start: number; readonly end: number }> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    const words = wordsIn(run);
    const [only] = words;
    if (words.length === 1 && only !== undefined) yield { word: only, start: index, end: index + run.length };
    if (words.length < 2) continue;
    let from = 0;
    for (const word of words) {
      const at = run.toLowerCase().indexOf(word, from);
      if (at === -1) continue;
      from = at;
      yield { word, start: index + at, end: index + Math.min(run.length, at + word.length) };
    }
  }
}
