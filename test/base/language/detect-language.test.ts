import { beforeAll, describe, expect, it } from 'vitest';
import { detectLanguage } from '../../../lib/base/language/detect-language.ts';
import { loadDetector } from '../../../lib/base/language/load-detector.ts';

beforeAll(loadDetector);

describe('the language of a text', () => {
  it('is detected with a confidence', () => {
    const english = detectLanguage('Apples are picked in autumn, when they come off the branch with a turn.');
    expect(english.code).toBe('en');
    expect(english.confidence).toBeGreaterThan(0.5);
    expect(detectLanguage('Äpfel werden im Herbst gepflückt, wenn sie sich leicht drehen lassen.').code).toBe(
      'de',
    );
  });

  it('is that of its sentences, whatever the labels around them are', () => {
    const labels = 'Home\nProducts\nAbout us\nContact\nLegal notice\n'.repeat(100);
    const text = `${labels}Les pommes se cueillent en automne, quand elles se détachent de la branche.`;
    expect(detectLanguage(text).code).toBe('fr');
  });

  it('is undetermined for a few letters, and for what is in no language', () => {
    expect(detectLanguage('Apples')).toEqual({ code: 'und' });
    expect(detectLanguage('12 345 678 – 90 12 345 678 90 12 345 678 90 12 345 678 90 12 345')).toEqual({
      code: 'und',
    });
    expect(detectLanguage('')).toEqual({ code: 'und' });
  });

  it.each([
    ['zh', '今天天气很好。'],
    ['zh', '請輸入密碼'],
    ['ja', '猫が好きです。'],
    ['ja', 'お問い合わせ'],
    ['ko', '안녕하세요'],
  ])('is %s for a short sentence of characters that say much: %s', (code, text) => {
    expect(detectLanguage(text).code).toBe(code);
    expect(detectLanguage([...text].slice(0, 2).join(''))).toEqual({ code: 'und' });
  });

  it('is the same however its letters are composed, and whatever stands unseen in them', () => {
    const text = 'Äpfel werden im Herbst gepflückt, wenn sie sich leicht drehen lassen.';
    const detected = detectLanguage(text);
    expect(detectLanguage(text.normalize('NFD'))).toEqual(detected);
    expect(detectLanguage(text.replaceAll('en', 'e\u00adn'))).toEqual(detected);
  });

  it('is that of a script which one language has to itself', () => {
    expect(detectLanguage('មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាពក្នុងសេចក្តីថ្លៃថ្នូរ')).toEqual({ code: 'km' });
  });
});
