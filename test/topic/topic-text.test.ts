import { describe, expect, it } from 'vitest';
import { topicText, wordCount } from '../../lib/topic/terms/topic-text.ts';

const none: ReadonlySet<string> = new Set();

describe('the text that terms are matched in', () => {
  it.each([
    ['is in lower case, without punctuation', 'Glass, ART!\nof  Glass', 'glass art of glass'],
    ['keeps hyphens, slashes and apostrophes', "semi-conductor's and/or", "semi-conductor's and/or"],
    ['loses numbers, not words with digits', 'zeolite 42 1999 3d zeolite4', 'zeolite 3d zeolite4'],
    ['keeps the letters of every script', 'Sås ЖУК 蛙', 'sås жук 蛙'],
    [
      'has no soft hyphens and nothing without width',
      'Unter\u00adnehmens\u200bkre\u2060dit',
      'unternehmenskredit',
    ],
    ['is composed, without ligatures and full width', 'u\u0308ber \ufb01sh ＧＬＡＳＳ', 'über fish glass'],
    ['has one hyphen, whatever its width', 'e\u2011mail e\u2010mail', 'e-mail e-mail'],
    ['has no sign that stands for letters in a word', 'Glass™ kiln®', 'glass kiln'],
    [
      'parts words where non-joiners and marks of their ends do',
      'کتاب\u200cها ภาษา\u200bไทย',
      'کتاب ها ภาษา ไทย',
    ],
    ['keeps a space where it does not begin with a word', '\n Glass ', ' glass'],
    ['is empty where there is no word', ' 42 !', ''],
  ])('%s', (_, text, converted) => {
    expect(topicText(text, none)).toBe(converted);
  });

  it('loses its stop words', () => {
    expect(topicText('The side of the moon', new Set(['the', 'of']))).toBe('side moon');
  });

  it('counts its words, a leading space as one, and no fewer than one', () => {
    expect(['', 'glass', ' glass', 'a b c'].map(wordCount)).toEqual([1, 1, 2, 3]);
  });
});
