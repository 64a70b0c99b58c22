import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordForm } from '../../../lib/base/language/word-form.ts';
import type { TextSpan } from '../../../lib/topic/evidence/page-parts.ts';
import { convertedText, originalPlaces, placedWords } from '../../../lib/topic/evidence/placed-words.ts';
import { termEvidence } from '../../../lib/topic/evidence/term-evidence.ts';
import { defaultTerms, termFilter } from '../../../lib/topic/judging/term-filter.ts';
import type { FilterDocument } from '../../../lib/topic/judging/topic-filter.ts';
import { topicText } from '../../../lib/topic/terms/topic-text.ts';

const owls: FilterDocument = {
  url: 'http://birds.example/owls/tawny',
  title: 'The Tawny Owl',
  metadata: ['Owls, at night', 'birds'],
  described: ['Owls, at night', 'birds'],
  headings: ['Food of the tawny', 'owl & others'],
  text: 'A tawny owl!  1000 owls; semi-nocturnal, with feathers.',
};
const definition =
  '40: tawny owl=B.OWL\n20: owls?=B\n30: owl @and feathers=B, F\n5: (noct|di)urn[^\\s]*=B\n-10: night=N\n9: car=C\n';

/** What stands at a place. */
function at(document: FilterDocument, { part, index, start, end }: TextSpan): string {
  const { url, title, metadata, headings, text } = document;
  const path = new URL(url).pathname.slice(1).replaceAll('/', ' ');
  const values = { url: [path], title: [title], metadata, headings, text: [text] }[part];
  return (values[index] as string).slice(start, end);
}

describe('the words of a text with their places', () => {
  const piece = fc.constantFrom(
    'Owl',
    'owl',
    '12',
    '3-fold',
    "d'or",
    ' ',
    '. ',
    '_',
    'é',
    'ÄÖ',
    'u\u0308',
    'un\u00adder',
    '\ufb01sh',
    '½',
    'e\u2011mail',
    'می\u200cخ',
    'a1',
    '-',
    '/',
    '\n',
    '𝔞',
    'The',
  );

  it('are the text that is matched, each where it was', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom([], ['the']), (pieces, stops) => {
        const text = pieces.join('');
        const placed = placedWords(text, new Set(stops));
        expect(convertedText(placed)).toBe(topicText(text, new Set(stops)));
        const original = originalPlaces(placed);
        let offset = placed.leads ? 1 : 0;
        for (const { word, start, end } of placed.words) {
          expect(wordForm(text.slice(start, end)).toLowerCase()).toContain(word);
          expect(original(offset, offset + word.length)).toEqual([start, end]);
          offset += word.length + 1;
        }
      }),
    );
  });
});

describe('the evidence of a topic definition', () => {
  it('names each term that was found, what it is worth, and where it stands', () => {
    const found = termEvidence({ ...defaultTerms, definition }, owls);
    const shown = found.map(({ line, points, places }) => [
      line,
      points,
      ...places.map((place) => `${place.part}${place.index} ${at(owls, place)}`),
    ]);
    expect(shown).toEqual([
      // Headings are one text to the algorithm: a phrase goes on in the next, and is marked as far as its own.
      [1, 520, 'title0 Tawny Owl', 'headings0 tawny', 'text0 tawny owl'],
      [2, 360, 'title0 Owl', 'metadata0 Owls', 'headings1 owl', 'text0 owl', 'text0 owls'],
      [5, -40, 'metadata0 night'],
      [3, 30, 'text0 owl', 'text0 feathers'],
      [4, 5, 'text0 nocturnal'],
    ]);
  });

  it('names positions in the path of the URL too, when terms are weighed by position', () => {
    const found = termEvidence({ ...defaultTerms, algorithm: 'position', definition }, owls);
    const first = found.find(({ line }) => line === 1);
    expect(first?.places.map((place) => `${place.part} ${at(owls, place)}`)).toEqual([
      'title Tawny Owl',
      'headings tawny',
      'text tawny owl',
    ]);
  });

  const word = fc.constantFrom(
    'tawny',
    'owl',
    'Owls',
    'feathers',
    'and',
    '12',
    'night.',
    '-',
    'nocturnal',
    'Car,',
  );
  const value = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
  const document = fc.record({
    url: fc.constantFrom('http://a.example/owls/tawny-owl', 'http://a.example/'),
    title: value,
    metadata: fc.array(value, { maxLength: 3 }),
    described: fc.constant([]),
    headings: fc.array(value, { maxLength: 3 }),
    text: value,
  });

  it.each(['plain', 'position'] as const)(
    'adds up to what %s matching scores, and says where',
    (algorithm) => {
      const settings = { ...defaultTerms, algorithm, definition };
      const judge = termFilter(settings);
      fc.assert(
        fc.property(document, (page) => {
          const found = termEvidence(settings, page);
          const sum = found.reduce((total, { points, classes }) => total + points * classes.length, 0);
          expect(sum).toBeCloseTo(judge(page).score, 6);
          for (const { term, places } of found) {
            expect(places.length).toBeGreaterThan(0);
            const words = term.split(/ @and | /).map((one) => one.replace(/\W.*/, '').slice(0, 3));
            for (const place of places) {
              const text = at(page, place).toLowerCase();
              expect(words.some((one) => one === '' || text.startsWith(one))).toBe(true);
            }
          }
        }),
        { numRuns: 300 },
      );
    },
  );
});
