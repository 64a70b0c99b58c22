import { defined } from '../../base/defined.ts';
import type { KnownLanguage } from '../../base/language/document-language.ts';
import { descriptionNames, type FilterDocument } from '../../topic/judge.ts';

/** What of a page topic filters judge by. */
export interface FilteredPage extends KnownLanguage {
  readonly url: string;
  readonly title: string;
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  readonly headings: readonly { readonly text: string }[];
  readonly text: string;
}

/** A page as topic filters read it. */
export function filterDocumentOf(page: FilteredPage): FilterDocument {
  const { url, title, metadata, headings, text, language, detectedLanguage } = page;
  return {
    url,
    title,
    text,
    metadata: Object.values(metadata).flat(),
    described: descriptionNames.flatMap((name) => metadata[name] ?? []),
    headings: headings.map((heading) => heading.text),
    ...defined({ language, detectedLanguage }),
  };
}
