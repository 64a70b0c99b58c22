import { wordsOf } from './words.ts';

/** Characters of a text that are looked at, words of it that are taken, and characters of a title. */
const [mostText, mostWords, mostTitle] = [6_000, 1_000, 200];

/**
 * What of a text a latent space is made of: its first words in their own order, with repetitions. As much of each text, so
 * that a long one counts no more than others.
 */
export function sampledWords(
  title: string,
  text: string,
): { readonly title: string; readonly words: string } {
  const words = wordsOf(text.slice(0, mostText)).slice(0, mostWords).toSorted().join(' ');
  return { title: title.slice(0, mostTitle), words };
}
