import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../lib/topic/learn/words.ts';

describe('words for classifiers', () => {
  it.each([
    ['', []],
    ['. - !', []],
    ['a b c', ['a', 'b', 'c']],
    ['The OWL, the owl!', ['the', 'owl', 'the', 'owl']],
    ['jane.doe@cs.example.edu 1997', ['jane', 'doe', 'cs', 'example', 'edu', '1997']],
    ['Ångström ÉCOLE', ['ångström', 'école']],
    ['e\u0301cole', ['école']],
    ['\ufb01sh ＯＷＬ', ['fish', 'owl']],
    ['Unter\u00adneh\u200bmen™', ['unternehmen']],
    ['Привет, мир', ['привет', 'мир']],
    ['मूल्य രൂപ', ['मूल्य', 'രൂപ']],
    ['한국어 문서', ['한국어', '문서']],
    ['猫頭鷹是鳥', ['猫頭', '頭鷹', '鷹是', '是鳥']],
    ['カラー写真', ['カラ', 'ラー', 'ー写', '写真']],
    ['html文書v2', ['html', '文書', 'v2']],
    ['鳥', ['鳥']],
    ['นกฮูก', ['นก', 'กฮ', 'ฮู', 'ูก']],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('passes over what is too long to be a word', () => {
    expect(wordsOf(`owl ${'x'.repeat(41)} ${'y'.repeat(40)}`)).toEqual(['owl', 'y'.repeat(40)]);
  });
});
