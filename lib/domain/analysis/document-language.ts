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
  const code = codeOf(declared);
  if (code === '') return among[0];
  return among.find((language) => language === (sameStemmer[code] ?? code));
}

/**
 * Whether a document is in one of some languages, as far as it says: one that declares none may be.
 * @param languages ISO 639, in lower case
 */
export function mayBeIn(declared: string | undefined, languages: readonly string[]): boolean {
  const code = codeOf(declared);
  return code === '' || languages.includes(code) || languages.includes(sameStemmer[code] ?? code);
}

function codeOf(declared: string | undefined): string {
  return declared?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
}
