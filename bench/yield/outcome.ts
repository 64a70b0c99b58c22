import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { YieldCrawl } from '../../test/domain/yield/simulated-crawl.ts';
import { type FetchShares, fetchShares, quantile } from '../../test/support/random-web/fetch-shares.ts';
import { dice } from '../../test/support/trap-web/text/prose.ts';

/** A crawl that has made so many fetches in a web with traps will not end by itself. */
export const maxFetches = 4_000;

/** What a crawl of a web with traps came to. */
export interface Outcome extends FetchShares {
  /** Honest pages that were only fetched days after all the rest. */
  readonly late: number;
}

export function outcomeOf({ score, later }: Pick<YieldCrawl, 'score' | 'later'>): Outcome {
  const lost = later.missed.length;
  return { ...fetchShares(score), late: score.missed.length - lost, lost };
}

/** In a sentence. @param all not empty */
export function summaryOf(all: readonly Outcome[]): string {
  const sum = (of: (one: Outcome) => number): number => all.reduce((total, one) => total + of(one), 0);
  const endless = all.flatMap((one) => one.endless);
  return [
    `${all.length} webs: fetches in traps without end ${spread(all.map(({ share }) => share))}`,
    `${sum(({ finite }) => finite)} in vain of what is poor but has an end`,
    `of ${sum(({ honest }) => honest)} honest pages ${sum(({ late }) => late)} late (more than 2 % in ${all.filter(({ late, honest }) => late > 0.02 * honest).length} webs), ${sum(({ lost }) => lost)} lost (in ${all.filter(({ lost }) => lost > 0).length} webs)`,
    `${endless.length} traps of new text, at most ${Math.max(0, ...endless)} fetches each`,
  ].join('; ');
}

function spread(shares: readonly number[]): string {
  return `${percent(quantile(shares, 0.5))} in the median, ${percent(quantile(shares, 0.9))} in nine of ten, ${percent(Math.max(...shares))} in the worst`;
}

/** Fetches URLs of neighbouring depths in a drawn order, another one for each number. */
export function drawnOrder(order: string): (url: CanonicalUrl, depth: number) => number {
  return (url, depth) => depth + 3 * dice('order', order, url).next();
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
