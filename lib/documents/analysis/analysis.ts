import type { Json } from '../../base/json.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import type { AnalysisSettings } from './analysis-settings.ts';

/** What an analysis knows of a page beside its content. */
export interface AnalysedPage {
  readonly url: string;
  /** The IP address that it was fetched from, where that is known. */
  readonly address?: string;
  readonly settings: AnalysisSettings;
}

/**
 * A step of reading that adds one field to the record of a page: `analysis` has under its name what it makes of the content.
 * It runs where the page is read, on another thread, and the same content gives the same value: after a crash the page is read
 * again.
 */
export interface Analysis {
  /** Never changes: indexers read the field by it. */
  readonly name: string;
  /** Undefined: there is nothing to say, and the record has no such field. */
  analyse(content: Omit<PageContent, 'analysis'>, page: AnalysedPage): Json | undefined;
}
