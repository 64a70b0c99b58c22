import { compatibilityForm } from './stream-safe.ts';

/**
 * What may have another form, with the character before it, which a mark may change: all but ASCII, signs, and the
 * letters of Latin, Greek, Cyrillic, Hebrew, Arabic, kana, Chinese and Korean that have one form only.
 */
const mayChange =
  /[^\0-\xa9\xab\xac\xae-\xb1\xb4\xb6-\xb8\xbb\xbf-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0180-\u01c3\u0384-\u03ce\u0400-\u0482\u048a-\u052f\u05d0-\u05ea\u060c-\u060f\u061b\u061d-\u064a\u0660-\u0674\u0679-\u06d3\u1e00-\u1e99\u1ea0-\u1eff\u2012-\u2027\u2030-\u205e\u20a0-\u20cf\u2190-\u245f\u2500-\u2a6f\u3001-\u3029\u3041-\u3094\u30a0-\u30fe\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3f\uff5b-\uff65]/;
const runs = new RegExp(`.?${mayChange.source}+`, 'gs');
/** Letters, digits and marks, what nobody sees, and hyphens of other widths. */
const words = /[A-Za-z]?(?:(?![\0-\x7f])[\p{L}\p{N}\p{M}\p{DI}\u2010\u2011])+/gu;

/** What parts words although nobody sees it: U+200C in the Arabic script, U+200B in Thai, Lao, Myanmar and Khmer. */
const parting =
  /(?<=[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc])\u200c|(?<=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])\u200b/gu;
const unseen = /[\p{DI}\u2010\u2011]/u;
const ignored = /\p{DI}+/gu;
const noWord = /[^\p{L}\p{N}\p{M}]+/gu;

/**
 * A text in which each word that reads the same is the same, for all that compares words: topics, models, language,
 * near-duplicates. Letters, digits and marks are in compatibility form (NFKC: composed, no ligatures, no full width) without what nobody sees
 * (`Default_Ignorable_Code_Point`); all other signs stay as they are. Upper case stays, too.
 */
export function wordForm(text: string): string {
  if (!mayChange.test(text) || isInForm(text)) return text;
  return text.replace(runs, (run) => (isInForm(run) ? run : run.replace(words, formOf)));
}

function isInForm(text: string): boolean {
  return !unseen.test(text) && compatibilityForm(text) === text;
}

function formOf(word: string): string {
  const hyphenated = word.replace(/[\u2010\u2011]/g, '-');
  const seen = hyphenated.replace(parting, ' ').replace(ignored, '');
  return seen
    .split('-')
    .map((part) => compatibilityForm(part).replace(noWord, ' '))
    .join('-');
}
