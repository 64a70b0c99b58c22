import type { PageRecord } from '../../../../domain/collection/record.ts';

/** What a page says: its Markdown where the job has that made, else its text. */
export function bodyText({ main, markdown, text }: PageRecord): string {
  const made = main?.markdown || markdown;
  if (made) return made;
  return (main?.text || text).split('\n').map(plainBlock).join('\n\n');
}

/** Text of the web as one line of Markdown that shows it. */
export function plainLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, (sign) => `\\${sign}`);
}

/** What would be markup at the beginning of a block, and the signs that are wherever they stand. */
function plainBlock(block: string): string {
  return plainLine(block)
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1');
}

/** A link that Winnow writes ends with its URL, whose brackets are escaped. */
const link = /\]\((https?:\/\/[^\s()<>]+)\)/g;

/** Markdown whose links to other pages of the export lead to their files. @param nameOf the file of a URL, relative to any page */
export function withLinks(markdown: string, nameOf: (url: string) => string | undefined): string {
  return markdown.replace(link, (whole, url: string) => {
    const [page = url, fragment] = url.split('#', 2);
    const file = nameOf(page);
    return file === undefined ? whole : `](../${file}${fragment === undefined ? '' : `#${fragment}`})`;
  });
}
