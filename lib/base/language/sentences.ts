import { wordForm } from './word-form.ts';

/** Texts are looked at up to here. UTF-16 units. */
export const maxAnalysed = 100_000;

/** A full stop, or what ends a sentence elsewhere, with what closes behind it; or the end of a block. */
const ends = /(?<=[.!?…][)\]"'”’»]{0,2})[^\S\n]{1,8}(?=[^\p{Ll}])|(?<=[。！？])(?![。！？])|\n/u;

/** The sentences of a text whose blocks are lines: split where a full stop is followed by no small letter. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .slice(0, maxAnalysed)
    .split(ends)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The words of a text in one form (`wordForm`): runs of letters and digits. */
export function wordsOf(text: string): readonly string[] {
  return wordForm(text).match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
}
