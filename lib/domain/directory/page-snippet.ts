import { defined } from '../../base/defined.ts';
import { languageOf } from '../../base/language/document-language.ts';
import type { PageRecord } from '../collection/record.ts';
import type { PageSnippet } from './directory.ts';

/** Characters of a title and of a description. */
const longestTitle = 160;
const longestDescription = 240;
const tag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/** How the page of a record presents itself: with its own description, or the beginning of its text. */
export function pageSnippet(record: PageRecord): Partial<PageSnippet> {
  const { title, metadata, main, text, response } = record;
  const written = [...(metadata.description ?? []), ...(metadata['og:description'] ?? [])];
  const description = response.directives?.includes('nosnippet')
    ? undefined
    : [...written, main?.text ?? '', text].map((one) => beginning(one, longestDescription)).find(Boolean);
  const spoken = languageOf(record);
  return defined({
    title: beginning(title, longestTitle) || undefined,
    description,
    language: spoken !== undefined && tag.test(spoken) ? spoken : undefined,
  });
}

/** The first words, with white space collapsed. */
function beginning(text: string, longest: number): string {
  const line = text
    .slice(0, 4 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= longest) return line;
  const end = line.lastIndexOf(' ', longest);
  return `${line.slice(0, end > longest / 2 ? end : longest).replace(/[\ud800-\udbff]$/, '')}…`;
}
