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
