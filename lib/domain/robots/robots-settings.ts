/** How robots.txt is kept and what it means when it cannot be had. */
export interface RobotsSettings {
  /** It is asked for again when it is older. */
  readonly maxAgeMs: number;
  /** After so long without an answer it is no longer waited for (RFC 9309 §2.3.1.4). */
  readonly outageMs: number;
  /** What then holds where no copy of it was ever had. */
  readonly afterOutage: 'deny' | 'allow';
  /** What a Crawl-delay beyond `politeness.maxCrawlDelay` means: that cap, or that the host is not crawled. */
  readonly longCrawlDelay: 'cap' | 'deny';
}

export const defaultRobotsSettings: RobotsSettings = {
  maxAgeMs: 86_400_000,
  outageMs: 2_592_000_000,
  afterOutage: 'deny',
  longCrawlDelay: 'cap',
};
