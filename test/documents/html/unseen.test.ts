import { describe, expect, it } from 'vitest';
import { mayBeUnseen, withoutUnseen } from '../../../lib/documents/html/unseen.ts';

describe('what nobody sees of a text', () => {
  it.each([
    ['soft hyphens', 'Unter\u00adnehmens\u00adkredit', 'Unternehmenskredit'],
    ['spaces without width', 'super\u200bcali\u2060fragi\ufefflistic', 'supercalifragilistic'],
    ['joiners where nothing joins', 'fluf\u200cfy ca\u200dt \u200cx', 'fluffy cat x'],
    ['marks of direction', '\u200eab\u200f \u202bc\u202c \u2067d\u2069 \u061ce', 'ab c d e'],
    ['text that is hidden in tags', `seen${tags('hidden')}`, 'seen'],
  ])('is no part of it: %s', (_, written, seen) => {
    expect(withoutUnseen(written)).toBe(seen);
  });

  it.each([
    ['a non-joiner in Persian', 'می\u200cخواهم'],
    ['a joiner in Sinhala and in Hindi', 'ශ්\u200dරී क्\u200dष'],
    ['ends of words in Khmer and Thai', 'ខ្ញុំ\u200bស្រលាញ់ ภาษา\u200bไทย'],
    ['a family, a pilot and a flag', `👩\u200d👩\u200d👧 👩🏽\u200d✈\ufe0f 🏴${tags('gbsct')}\u{e007f}`],
  ])('is kept where it shows by what it does: %s', (_, written) => {
    expect(withoutUnseen(written)).toBe(written);
  });

  it('depends on the last character that is seen, in the text or before it', () => {
    expect(withoutUnseen('می\u00ad\u200cخ')).toBe('می\u200cخ');
    expect(withoutUnseen('\u200cخ', 'می')).toBe('\u200cخ');
    expect(withoutUnseen('\u200cخ')).toBe('خ');
  });

  it('begins with a unit that is told as such', () => {
    for (let unit = 0; unit < 0x10000; unit++) {
      const text = unit === 0xdb40 ? '\u{e0041}' : String.fromCharCode(unit);
      if (withoutUnseen(text) !== text) expect(mayBeUnseen(unit)).toBe(true);
    }
  });
});

function tags(text: string): string {
  return [...text].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('');
}
