/** The parts of a copy, in their order. */
export const copySteps = ['hosts', 'known', 'visits', 'links', 'linked-hosts', 'records', 'classes'] as const;
export type CopyStep = (typeof copySteps)[number];

/** How far a copy has come: what another process needs to go on with it, beside the graph that it was begun with. */
export interface CopyState {
  readonly step: CopyStep;
  /** Where the step goes on; absent: at its beginning. */
  readonly cursor?: string;
  /** Epoch ms at which the copy was begun, and how long it was worked on. */
  readonly made: number;
  readonly busyMs: number;
  /** The settings and the state of the crawl then (`crawlState`). */
  readonly config: string;
  readonly crawl: string;
  /** Numbers that were given to pages and hosts. */
  readonly pages: number;
  readonly hosts: number;
  /** Of the graph's pages and hosts, those that have their row: bit sets in base64. */
  readonly copiedPages: string;
  readonly copiedHosts: string;
  /** Classes of pages. */
  readonly classes: readonly string[];
}
