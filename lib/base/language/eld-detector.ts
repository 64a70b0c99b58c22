import { eld } from 'eld/extrasmall';
import type { GuessLanguage } from './detect-language.ts';

/** ELD's extra small model: 60 languages. */
export const guessLanguage: GuessLanguage = (text) => {
  const result = eld.detect(text);
  const { language: code } = result;
  return { code, confidence: result.getScores()[code] ?? 0, reliable: result.isReliable() };
};
