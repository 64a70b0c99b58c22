import { byName } from '../by-name.ts';
import type { DetectedLanguage } from './detect-language.ts';
import type { StemmedLanguage } from './languages.ts';

/** The two written forms of Norwegian have their own codes, but share a stemmer. */
const sameStemmer = byName<StemmedLanguage>({ nb: 'no', nn: 'no' });

/**
 * Returns which of the languages `among` a document is in: the declared language, or the first one if the document
 * declares none. The text itself is not examined (`detectLanguage` does that).
 * @param declared language as pages declare it (`en-GB`); undefined: not declared
 * @returns undefined for a document in another language
 */
export function documentLanguage(
  declared: string | undefined,
  among: readonly StemmedLanguage[],
): StemmedLanguage | undefined {
  const code = codeOf(declared);
  if (code === '') return among[0];
  return among.find((language) => language === (sameStemmer.get(code) ?? code));
}

/** What is known of the language of a document. */
export interface KnownLanguage {
  /** As it declares it. */
  readonly language?: string;
  /** As its text has it; absent where nobody looked. */
  readonly detectedLanguage?: DetectedLanguage;
}

/** The language of a document: what its text is in, or else what it declares, which templates get wrong. */
export function languageOf({ language, detectedLanguage }: KnownLanguage): string | undefined {
  const detected = detectedLanguage?.code;
  return detected === undefined || detected === 'und' ? language : detected;
}

/**
 * The language of a document (`languageOf`) where it is none of some languages; undefined: it is one of them, or nothing is known.
 * @param languages ISO 639, in lower case
 */
export function otherLanguage(known: KnownLanguage, languages: readonly string[]): string | undefined {
  const code = codeOf(languageOf(known));
  const isAmong =
    code === '' || languages.includes(code) || languages.includes(sameStemmer.get(code) ?? code);
  return isAmong ? undefined : code;
}

function codeOf(declared: string | undefined): string {
  return declared?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
}
