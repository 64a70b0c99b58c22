import { hash } from 'node:crypto';
import type { CanonicalUrl } from '../url/url.ts';
import { bandCount, bandOfRelevance } from './bands.ts';
import type { FocusSettings } from './focus-settings.ts';
import { decodeRank, encodeRank, type LinkRank, maxTunnelDepth } from './link-rank.ts';

/** A link, and what is known of the page that it stands on. */
export interface FoundLink {
  readonly url: CanonicalUrl;
  /** Of its target. */
  readonly depth: number;
  /** From 0 to 1: how likely its target is relevant, by the link or by its page. */
  readonly relevance: number;
  /** Links from the last relevant page to its target, less one: 0 when its page is relevant. */
  readonly tunnelDepth: number;
  /** Epoch ms. */
  readonly at: number;
}

/** An order of the frontier: what a URL is worth when it is found, and when it is found again. Smaller comes first. */
export interface Ranking {
  rank(found: FoundLink): number;
  /** The rank of a URL that was known under one rank and is found under another. */
  merge(known: number, found: number): number;
  /** Whether a rank that further links have revised differs so much that it is worth telling. */
  isOther(delivered: number, revised: number): boolean;
  /** The band of the due index in which a host waits whose best URL has this rank. */
  bandOf(rank: number): number;
  /** Whether hosts wait in other bands than the front one. */
  readonly hasBands: boolean;
  /** Whether a URL's rank goes on changing as more links to it are found. */
  readonly revises: boolean;
}

/** Keeps the better one. */
const better = (known: number, found: number): number => Math.min(known, found);

/** What a URL is worth is known when it is found. */
const fixed = { isOther: (): boolean => false, revises: false };

/** All hosts in the order in which they are due. */
const plain = { ...fixed, bandOf: (): number => 0, hasBands: false };

/** As it was before relevance counted. */
export const byDepth: Ranking = { rank: ({ depth }) => depth, merge: better, ...plain };

/** 2020, from which seconds are counted: as thousandths they fit into a rank until 2083. */
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

/** Relevance that makes a difference: so much of it, and its odds by such a factor. */
const [leastChange, leastFactor] = [0.02, 2];

function isOther(delivered: number, revised: number): boolean {
  const [a, b] = [decodeRank(delivered), decodeRank(revised)];
  if (a === undefined || b === undefined || Math.abs(a.relevance - b.relevance) < leastChange) return false;
  const factor = (a.relevance * (1 - b.relevance)) / (b.relevance * (1 - a.relevance));
  return !(factor < leastFactor && factor > 1 / leastFactor);
}

const linkRank = ({ relevance, tunnelDepth }: FoundLink): number =>
  encodeRank({ relevance, tunnelDepth, parents: 1 });

const bandOf = (rank: number): number => {
  const known = decodeRank(rank);
  return known === undefined ? 0 : bandOfRelevance(known.relevance);
};

/** By relevance; of several parents what `relevanceOf` makes of both sides. */
function byRelevance(relevanceOf: (known: LinkRank, found: LinkRank) => number): Ranking {
  return {
    rank: linkRank,
    ...{ bandOf, hasBands: true, isOther, revises: true },
    merge(known, found) {
      const [a, b] = [decodeRank(known), decodeRank(found)];
      if (a === undefined || b === undefined) return better(known, found);
      return encodeRank({
        relevance: relevanceOf(a, b),
        parents: a.parents + b.parents,
        tunnelDepth: Math.min(a.tunnelDepth, b.tunnelDepth),
      });
    },
  };
}

/** Score propagation: a URL is worth the mean of what the links to it promise. */
const byMean = byRelevance(
  (a, b) => (a.relevance * a.parents + b.relevance * b.parents) / (a.parents + b.parents),
);

const byBest = byRelevance((a, b) => Math.max(a.relevance, b.relevance));

/** The order that some settings ask for. @param hasTopic without one there is no relevance */
export function rankingOf({ mode, order, parents }: FocusSettings, hasTopic: boolean): Ranking {
  switch (order) {
    case 'arrival':
      return byArrival;
    case 'hash':
      return byHash;
    case 'breadth-first':
      return byDepth;
    case 'relevance':
      if (!hasTopic || mode === 'unfocused') return byDepth;
      return parents === 'mean' ? byMean : byBest;
  }
}

/** Whether relevance orders the frontier. */
export function isRelevanceOrdered({ mode, order }: FocusSettings, hasTopic: boolean): boolean {
  return hasTopic && mode !== 'unfocused' && order === 'relevance';
}

/** How a page was judged, as far as it says whether its links are followed. */
export interface JudgedPage {
  readonly relevant: boolean;
  /** It belongs to classes that are crawled for their links. */
  readonly crawlOnly?: boolean | undefined;
  /** As `isOnGoodPath` says it. */
  readonly onGoodPath?: boolean | undefined;
}

/** Whether the links of a judged page are followed. @param tunnelDepth links after the last relevant page */
export function followsLinks(focus: FocusSettings, page: JudgedPage, tunnelDepth: number): boolean {
  if (page.crawlOnly) return true;
  if (focus.mode === 'hard' && page.onGoodPath !== undefined) return page.onGoodPath;
  return page.relevant || followsOffTopic(focus, tunnelDepth);
}

/** Whether the links of a page off topic are followed, so many links after the last relevant one. */
export function followsOffTopic({ mode, tunnel }: FocusSettings, tunnelDepth: number): boolean {
  if (mode === 'hard') return false;
  return mode === 'unfocused' || tunnel === maxTunnelDepth || tunnelDepth <= tunnel;
}
