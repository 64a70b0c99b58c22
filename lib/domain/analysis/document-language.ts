import type { StemmedLanguage } from './languages.ts';

/** The two written forms of Norwegian have their own codes, but share a stemmer. */
const sameStemmer: Readonly<Record<string, StemmedLanguage>> = { nb: 'no', nn: 'no' };

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
  const code = declared?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  if (code === '') return among[0];
  return among.find((language) => language === (sameStemmer[code] ?? code));
}
