import type { StemmedLanguage } from './languages.ts';

/** Norwegian is written in two forms, which have codes of their own and one stemmer. */
const sameStemmer: Readonly<Record<string, StemmedLanguage>> = { nb: 'no', nn: 'no' };

/**
 * Which of some languages a document is in, as far as it says so itself: that of its declaration, and of one without
 * any the first. Nothing looks at the text; where that is to come, it belongs here.
 * @param declared as pages declare it (`en-GB`); undefined: it says nothing
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
