import type { Analyse, PageAsked, PluginFilter } from '../domain/plugins/plugin.ts';

/** What a program does with each page of its crawl. Called on the program's own thread, one page at a time. */
export interface PageStep {
  /** Unique in the crawl; 1 to 40 of letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** Before the request: returns why the URL is not asked for, or undefined. What it throws ends the run. */
  readonly permit?: (page: PageAsked) => string | undefined | Promise<string | undefined>;
  /** Adds fields to the record of a page, as an analyser of the settings does. */
  readonly analyse?: Analyse;
  /** Judges whether a page is on topic, as a filter of the settings does, after those. */
  readonly filter?: PluginFilter;
  /** Seconds that `analyse` or `filter` may take for a page. Default: 2. */
  readonly deadline?: number;
}
