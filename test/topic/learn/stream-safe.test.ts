import { describe, expect, it } from 'vitest';
import { compatibilityForm } from '../../../lib/base/language/stream-safe.ts';
import { wordsOf } from '../../../lib/topic/learn/words.ts';

const marks = (count: number): string => '\u0301\u0316'.repeat(count / 2);

describe('the compatibility form of a text', () => {
  it.each([
    'plain text',
    'e\u0301cole, \ufb01sh, ＯＷＬ',
    '猫頭鷹是鳥'.repeat(20),
    'Привет '.repeat(20),
    '한국어'.repeat(20),
    'ｶﾞｷﾞｸﾞ'.repeat(20),
    `a${marks(30)}`,
    `a${marks(30)}b${marks(30)}`,
  ])('is that of Unicode: %s', (text) => {
    expect(compatibilityForm(text)).toBe(text.normalize('NFKC'));
  });

  it('has a joiner in it after each 30 of a run of marks, and nothing else is lost or added', () => {
    const form = compatibilityForm(`b${marks(90)} ok`);
    expect(form.split('\u034f').map((part) => part.length)).toEqual([31, 30, 33]);
    expect(form.replaceAll('\u034f', '').normalize('NFKC')).toBe(`b${marks(90)} ok`.normalize('NFKC'));
  });

  it.each([
    ['alternating marks', '\u0301\u0316'],
    ['letters that are marks in this form', '\uff9e\u0316'],
    ['marks beyond the first plane', '\u{1d165}\u{1e8d0}'],
  ])('takes a time that grows with the text: %s', (_, pair) => {
    // Ordered as one run, they would take many minutes, which the test's time-out ends.
    expect(wordsOf(`owl a${pair.repeat(500_000)}`)).toContain('owl');
  });
});
