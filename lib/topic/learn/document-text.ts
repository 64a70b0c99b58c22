import { wordsOf } from './words.ts';

/** What a classifier reads of a page: its title, its description and keywords, and its text. */
export function documentText(page: {
  readonly title: string;
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
}): string {
  const described = descriptionNames.flatMap((name) => page.metadata[name] ?? []);
  return textForModels(page.title, described, page.text);
}

/** The metadata that classifiers read. */
export const descriptionNames = ['description', 'keywords'] as const;

/** The same of its parts. */
export function textForModels(title: string, described: readonly string[], text: string): string {
  return [title, ...described, text].join('\n');
}

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
