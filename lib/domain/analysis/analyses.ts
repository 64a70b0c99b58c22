import type { Json } from '../base/json.ts';
import type { PageContent } from '../collection/record.ts';

/**
 * A step of reading that adds one field to the record of a page: `analysis` has under its name what it makes of the content.
 * It runs where the page is read, on another thread, and the same content gives the same value: after a crash the page is read
 * again.
 */
export interface Analysis {
  /** Never changes: indexers read the field by it. */
  readonly name: string;
  /** Undefined: there is nothing to say, and the record has no such field. */
  analyse(content: Omit<PageContent, 'analysis'>): Json | undefined;
}

/** What is made of each page's content, in this order. */
export const analyses: readonly Analysis[] = [];

/** The values by name; undefined where no analysis says anything. */
export function analysed(
  content: Omit<PageContent, 'analysis'>,
  steps: readonly Analysis[],
): PageContent['analysis'] | undefined {
  const said: Record<string, Json> = {};
  for (const { name, analyse } of steps) {
    const value = analyse(content);
    if (value !== undefined) said[name] = value;
  }
  return Object.keys(said).length === 0 ? undefined : said;
}
