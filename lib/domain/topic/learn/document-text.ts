/** What a classifier reads of a page: its title, its description and keywords, and its text. */
export function documentText(page: {
  readonly title: string;
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
}): string {
  const described = ['description', 'keywords'].flatMap((name) => page.metadata[name] ?? []);
  return [page.title, ...described, page.text].join('\n');
}
