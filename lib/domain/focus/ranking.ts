import { hash } from 'node:crypto';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { bandCount, bandOfRelevance } from './bands.ts';
import type { FocusSettings } from './focus-settings.ts';
import { decodeRank, encodeRank, type LinkRank, maxTunnelDepth } from './link-rank.ts';

/** A link, with what it takes over from the page that contains it. */
export interface FoundLink {
  readonly url: CanonicalUrl;
  /** Depth of the target. */
  readonly depth: number;
  /** Probability that the target is relevant, 0 to 1, by the link or by its page. */
  readonly relevance: number;
  /** Off-topic pages in a row before the target: 0 if the page with the link is relevant. */
  readonly tunnelDepth: number;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * An order of the frontier: gives a URL its rank when it is found, and when it is found again. Smaller ranks come
 * first.
 */
export interface Ranking {
  rank(found: FoundLink): number;
  /** Returns the new rank of a URL with rank `known` to which a link with rank `found` leads. */
  merge(known: number, found: number): number;
  /** Whether a revised rank differs so much from the delivered one that it must be delivered again. */
  isOther(delivered: number, revised: number): boolean;
  /** Returns the band of the due index for a host whose best URL has this rank. */
  bandOf(rank: number): number;
  /** Orders hosts of one band. @param rank of the host's best URL @param load URLs of the host that were visited */
  hostRank(rank: number, load: number): number;
  /** Whether hosts are spread over several bands. */
  readonly hasBands: boolean;
  /** Whether further links to a URL may change its rank. */
  readonly revises: boolean;
}

/** Returns the better, smaller rank. */
const better = (known: number, found: number): number => Math.min(known, found);

/** Orders in which the first link fixes the rank. */
const fixed = { isOther: (): boolean => false, hostRank: (rank: number): number => rank, revises: false };

/** Orders with one band for all hosts. */
const plain = { ...fixed, bandOf: (): number => 0, hasBands: false };

/** Breadth-first order. */
export const byDepth: Ranking = { rank: ({ depth }) => depth, merge: better, ...plain };

/** Start of 2020 (epoch ms). Ranks by arrival count thousands of seconds from here, which fits a rank until 2083. */
const epoch = 1_577_836_800_000;

const byArrival: Ranking = {
  rank: ({ at }) => Math.max(0, at - epoch) / 1_000_000,
  merge: better,
  ...plain,
};

const byHash: Ranking = {
  ...fixed,
  rank: ({ url }) => Number.parseInt(hash('md5', url).slice(0, 8), 16) / 4_096,
  merge: better,
  bandOf: (rank) => Math.max(0, Math.min(bandCount - 1, Math.floor((rank * bandCount) / 1_048_576))),
  hasBands: true,
};

/** A change of relevance matters if it is at least this much, and changes the odds by at least this factor. */
const [minChange, minFactor] = [0.02, 2];

function isOther(delivered: number, revised: number): boolean {
  const [a, b] = [decodeRank(delivered), decodeRank(revised)];
  if (a === undefined || b === undefined || Math.abs(a.relevance - b.relevance) < minChange) return false;
  const factor = (a.relevance * (1 - b.relevance)) / (b.relevance * (1 - a.relevance));
  return !(factor < minFactor && factor > 1 / minFactor);
}

const linkRank = ({ relevance, tunnelDepth }: FoundLink): number =>
  encodeRank({ relevance, tunnelDepth, parents: 1 });

const bandOf = (rank: number): number => {
  const known = decodeRank(rank);
  return known === undefined ? 0 : bandOfRelevance(known.relevance);
};

/**
 * Whether a rank is a depth: the job had no topic when the URL was found. Such ranks are smaller than all by relevance, and say
 * less. Those of seeds (0) and sitemaps are none.
 */
const isByDepth = (rank: number): boolean => rank >= 1 && Number.isInteger(rank);

/** Order by relevance. @param relevanceOf combines the relevance of a known URL with that of a further link */
function byRelevance(relevanceOf: (known: LinkRank, found: LinkRank) => number): Ranking {
  return {
    rank: linkRank,
    ...{ bandOf, hasBands: true, isOther, hostRank: fixed.hostRank, revises: true },
    merge(known, found) {
      const [a, b] = [decodeRank(known), decodeRank(found)];
      if (a === undefined && b !== undefined && isByDepth(known)) return found;
      if (b === undefined && a !== undefined && isByDepth(found)) return known;
      if (a === undefined || b === undefined) return better(known, found);
      // A prior raises a URL as far as it says, and lowers none.
      const isPrior = a.parents === 0 || b.parents === 0;
      return encodeRank({
        relevance: isPrior ? Math.max(a.relevance, b.relevance) : relevanceOf(a, b),
        parents: a.parents + b.parents,
        tunnelDepth: Math.min(a.tunnelDepth, b.tunnelDepth),
      });
    },
  };
}

/** The relevance of a URL is the mean over its parents. */
const byMean = byRelevance(
  (a, b) => (a.relevance * a.parents + b.relevance * b.parents) / (a.parents + b.parents),
);

/** A hundredth of relevance, in ranks by relevance. */
const relevanceStep = 10_000;

/**
 * Relevance in hundredths, then the load of the site (Chakrabarti, van den Berg and Dom 1999, §4.2: `relevance desc, priority asc`).
 * Ranks of seeds and the like stay.
 */
function byLoad(rank: number, load: number): number {
  if (decodeRank(rank) === undefined) return rank;
  return Math.floor(rank / relevanceStep) * relevanceStep + Math.min(load, relevanceStep - 1);
}

const byBest = byRelevance((a, b) => Math.max(a.relevance, b.relevance));

/**
 * Returns the order of the frontier for settings.
 * @param hasTopic without a topic, the order is breadth-first instead of by relevance
 */
export function rankingOf({ mode, order, parents, hostLoad }: FocusSettings, hasTopic: boolean): Ranking {
  switch (order) {
    case 'arrival':
      return byArrival;
    case 'hash':
      return byHash;
    case 'breadth-first':
      return byDepth;
    case 'relevance':
      if (!hasTopic || mode === 'unfocused') return byDepth;
      return { ...(parents === 'mean' ? byMean : byBest), ...(hostLoad ? { hostRank: byLoad } : {}) };
  }
}

/** The part of a page's verdict that decides whether its links are followed. */
export interface JudgedPage {
  readonly relevant: boolean;
  /** The page belongs to a class that is crawled only for its links. */
  readonly crawlOnly?: boolean | undefined;
  /** Result of `isOnGoodPath`. */
  readonly onGoodPath?: boolean | undefined;
}

/** Whether the links of a judged page are followed. @param tunnelDepth links since the last relevant page */
export function followsLinks(focus: FocusSettings, page: JudgedPage, tunnelDepth: number): boolean {
  if (page.crawlOnly) return true;
  if (focus.mode === 'hard' && page.onGoodPath !== undefined) return page.onGoodPath;
  return page.relevant || followsOffTopic(focus, tunnelDepth);
}

/** Whether the links of an off-topic page are followed at a tunnel depth. */
export function followsOffTopic({ mode, tunnel }: FocusSettings, tunnelDepth: number): boolean {
  if (mode === 'hard') return false;
  return mode === 'unfocused' || tunnel === maxTunnelDepth || tunnelDepth <= tunnel;
}
