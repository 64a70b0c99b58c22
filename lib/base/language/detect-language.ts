import { WinnowError } from '../error.ts';
import { scriptLanguage } from './scripts.ts';
import { wordForm } from './word-form.ts';

/** The language that a text is in, as far as the text itself tells. */
export interface DetectedLanguage {
  /** ISO 639-1; `und` if the text is too short, or like none of the known languages. */
  readonly code: string;
  /** From 0 to 1. Low is what a text of several languages gets. Absent for `und`. */
  readonly confidence?: number;
}

/** What the detection adds to the content of a page. */
export interface LanguageFields {
  /** The language that the text is in, if the job wants to know it (`content.language`). */
  readonly detectedLanguage?: DetectedLanguage;
}

/** What guesses the language of up to 1,000 characters; the code is empty if it knows none. */
export type GuessLanguage = (text: string) => {
  readonly code: string;
  readonly confidence: number;
  readonly reliable: boolean;
};

/** Fewer letters are a name, or a word that many languages have. */
const fewestLetters = 20;
/** Letters that a Chinese character, a kana or a Korean syllable counts for: five of them are a sentence. */
const denseWorth = 4;
/** What is looked at of a text. UTF-16 units. */
const sampleLength = 1_000;
/** A line of so many characters is a sentence rather than a label. UTF-16 units. */
const sentence = 50;

/** Loaded once per process, if a job wants it (`load-detector.ts`): it takes 90 MB. */
let guess: GuessLanguage | undefined;

export function keepDetector(loaded: GuessLanguage): void {
  guess = loaded;
}

export function hasDetector(): boolean {
  return guess !== undefined;
}

/**
 * The language of a text whose blocks are lines: of its longer lines, since labels of menus tell little.
 * @throws WinnowError `internal` if the detector was not loaded
 */
export function detectLanguage(text: string): DetectedLanguage {
  if (guess === undefined) throw new WinnowError('internal', 'the detector of languages was not loaded');
  const sample = wordForm(sampleOf(text));
  if (lettersIn(sample) < fewestLetters) return { code: 'und' };
  const { code, confidence, reliable } = guess(sample);
  if (code !== '' && reliable) return { code, confidence: Math.round(confidence * 1_000) / 1_000 };
  return { code: languageOfScript(sample) ?? 'und' };
}

const letters = /\p{L}/gu;
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

function lettersIn(text: string): number {
  return (text.match(letters)?.length ?? 0) + (denseWorth - 1) * (text.match(dense)?.length ?? 0);
}

function sampleOf(text: string): string {
  let sample = '';
  let from = 0;
  while (from < text.length && sample.length < sampleLength) {
    const feed = text.indexOf('\n', from);
    const end = feed < 0 ? text.length : feed;
    if (end - from >= sentence) sample += `${text.slice(from, Math.min(end, from + sampleLength))}\n`;
    from = end + 1;
  }
  return (sample === '' ? text : sample).slice(0, sampleLength);
}

/** The language whose script most of the letters are in, of scripts that one language has to itself. */
function languageOfScript(text: string): string | undefined {
  const counts = new Map<string, number>();
  for (let at = 0; at < text.length; at++) {
    const language = scriptLanguage(text.charCodeAt(at));
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  // Japanese writes Chinese characters too; Chinese has no kana but in a name.
  const [kana, chinese] = [counts.get('ja') ?? 0, counts.get('zh') ?? 0];
  if (kana * 10 > chinese && chinese > 0) {
    counts.delete('zh');
    counts.set('ja', kana + chinese);
  }
  const all = text.match(letters)?.length ?? 0;
  return [...counts].find(([, count]) => count > all / 2)?.[0];
}
