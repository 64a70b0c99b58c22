import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordForm } from '../../../lib/base/language/word-form.ts';
import { minHashesOf, resemblance } from '../../../lib/base/likeness/min-hashes.ts';
import { wordsIn } from '../../../lib/domain/strategy/facts.ts';

/** Signs are no part of words, nor is what becomes one with its mark (`<` and U+0338 are `≮`). */
const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => /^[\p{L}\p{N}\p{M}\p{ASCII}]+$/u.test(text.normalize('NFC')));

describe('the form of words', () => {
  it('is the same for canonically and compatibly equal letters, in any words', () => {
    fc.assert(
      fc.property(word, (text) => {
        expect(wordForm(text.normalize('NFD'))).toBe(wordForm(text.normalize('NFC')));
        expect(wordForm(wordForm(text))).toBe(wordForm(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('changes no character that is not told as one which may change', () => {
    for (let unit = 0x80; unit < 0xd800; unit++) {
      const one = String.fromCharCode(unit);
      if (!/[\p{L}\p{N}\p{M}]/u.test(one)) continue;
      // Beside a letter that is looked at, each is.
      const looked = wordForm(`\u0e33 ${one}`).slice('\u0e4d\u0e32 '.length);
      expect(wordForm(one)).toBe(looked);
    }
  });

  it('leaves signs as they are', () => {
    const text = '“Glass”™ — №, 10 ℃ … 。、！ 🎉 a\u00a0b';
    expect(wordForm(text)).toBe(text);
  });

  it('is what near-duplicates and links are compared by', () => {
    const text =
      'Ein Büro für Übersetzungen öffnet täglich um zehn, außer an Feiertagen und in der Adventszeit.';
    const hashes = minHashesOf(text) ?? [];
    expect(hashes.length).toBeGreaterThan(8);
    expect(resemblance(hashes, minHashesOf(text.normalize('NFD')) ?? [])).toBe(1);
    expect(resemblance(hashes, minHashesOf(text.replaceAll('er', 'e\u00adr')) ?? [])).toBe(1);
    expect(wordsIn('U\u0308ber\u00adsee हिन्दी')).toEqual(['übersee', 'हिन्दी']);
  });

  it('takes a time that grows with the text', () => {
    const marks = `a${'\u0301\u0316'.repeat(100_000)} `;
    // In the square of its length, it would take minutes, which the test's time-out ends.
    expect(wordForm(marks.repeat(3)).length).toBeGreaterThan(500_000);
  });
});
