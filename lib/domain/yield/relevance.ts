import { bounded } from '../../topic/judge.ts';
import { decodeRank, encodeRank } from '../focus/link-rank.ts';
import { quantise, rankOf } from '../frontier/entry.ts';
import type { YieldRegion } from './region.ts';
import { type Position, regionNamed, type Yields } from './yields.ts';

/** How relevant a page is, and what its link said of it. */
export interface Judged {
  /** The relevance that its link promised, 0 to 1. */
  readonly promised: number;
  /** The relevance that it has, 0 to 1. */
  readonly relevance: number;
}

/** With so many pages, a region is told of by them half as much as with any number. */
const lean = 1;
/** Links to a region that are thought to promise what those to the wider one do, before any was seen. */
const leanOfLinks = 2;
/** Log-odds of pages that a crawl by relevance fetches, in the mean, and how much what their links promised counts beside that. */
const usual = { odds: -2.5, byLinks: 0.3 } as const;
/** The share of the links of a host's pages that lead to the host with which it tells half of what it can (`togetherness`). */
const halfTogether = 0.1;
/** Links to other hosts that are thought to be on its pages before any was seen. */
const linksBefore = 10;
/** Filters are seldom sure, so regions differ more than the relevances of their pages do: the power of the factor. */
const contrast = 1.5;
/** Pages that a region remembers: one that changes is seen after about as many. */
const remembered = 20;
/** Links that a region remembers, and links of a host's pages. */
const rememberedLinks = { ofRegion: 50, ofHost: 200 } as const;

function oddsOf(relevance: number): number {
  return bounded(Math.log(relevance / (1 - relevance)));
}

/** Enters a page that was judged. */
export function enterJudged(region: YieldRegion, { promised, relevance }: Judged): void {
  const kept = Math.min(1, remembered / (region.judged + 1));
  region.judged = (region.judged + 1) * kept;
  region.judgedOdds = (region.judgedOdds + oddsOf(relevance)) * kept;
  region.promisedOdds = (region.promisedOdds + oddsOf(promised)) * kept;
}

/** Enters the link to a URL of the region that nobody knew. */
export function enterLink(region: YieldRegion, promised: number): void {
  const kept = Math.min(1, rememberedLinks.ofRegion / (region.linked + 1));
  region.linked = (region.linked + 1) * kept;
  region.linkedOdds = (region.linkedOdds + oddsOf(promised)) * kept;
}

/** How many links of a page lead to its own host, and to others. */
export interface LinksByHost {
  readonly own: number;
  readonly others: number;
}

/** Names of what a host's pages lead to on the host and elsewhere, among its regions; no region is named so. */
const named = { own: '=own', others: '=others' } as const;

/** Enters where the links of a page lead. */
export function enterLinksByHost(yields: Yields, links: LinksByHost): void {
  const sides = [regionNamed(yields, named.own), regionNamed(yields, named.others)] as const;
  sides[0].linked += links.own;
  sides[1].linked += links.others;
  const kept = Math.min(1, rememberedLinks.ofHost / Math.max(1, sides[0].linked + sides[1].linked));
  for (const side of sides) side.linked *= kept;
}

/**
 * How much more the regions of a URL have to do with the topic than its link alone says: what the host tells, and each region
 * beside the wider one, patterns by links alone. A region that is all of the wider one tells nothing. 1: the link says all that is known.
 */
export function relevanceFactor(yields: Yields, { regions: names }: Pick<Position, 'regions'>): number {
  let [factor, wider] = [hostFactor(yields), yields.host];
  for (const [i, name] of names.entries()) {
    const region = yields.regions.get(name);
    if (region === undefined) continue;
    const isPattern = i === names.length - 1;
    factor *= (isPattern ? 1 : judgedBeside(region, meanOf(wider))) * linkedBeside(region, wider);
    wider = region;
  }
  return factor;
}

/**
 * The same of a URL of the host of which nothing else is known: how relevant its pages are beside those that a crawl fetches. It
 * tells much where pages stand together by what they are about, and next to nothing where they lie on hosts at random.
 */
export function hostFactor({ host, regions }: Pick<Yields, 'host' | 'regions'>): number {
  if (host.judged === 0) return 1;
  const byLinks = host.promisedOdds / host.judged;
  const expected = (1 - usual.byLinks) * usual.odds + usual.byLinks * byLinks;
  return judgedBeside(host, expected) ** togetherness(regions);
}

/** Whether pages of a host stand together, 0 to 1: those that do link to each other. At random a page leads to its own host as seldom as to any other. */
function togetherness(regions: Yields['regions']): number {
  const [own = 0, others = 0] = [regions.get(named.own)?.linked, regions.get(named.others)?.linked];
  const share = own / (own + others + linksBefore);
  return share ** 4 / (share ** 4 + halfTogether ** 4);
}

/** Mean log-odds of the pages of a region. */
function meanOf({ judged, judgedOdds }: YieldRegion): number {
  return judged === 0 ? 0 : judgedOdds / judged;
}

/** The odds of the pages of a region beside others, which have these log-odds in the mean. */
function judgedBeside({ judged, judgedOdds }: YieldRegion, others: number): number {
  return Math.exp((judgedOdds - judged * others) / (lean + judged));
}

/** The odds that some links promise beside those that others do: a mean of log-odds. */
function linkedBeside({ linked, linkedOdds }: YieldRegion, others: YieldRegion): number {
  if (others.linked === 0) return 1;
  return Math.exp((linkedOdds - (linked * others.linkedOdds) / others.linked) / (leanOfLinks + linked));
}

/** The relevance that a link promised of its target; undefined: ranks are by other things. */
export function promiseOf(rank: number): number | undefined {
  return decodeRank(rank)?.relevance;
}

/**
 * A quantised rank of a URL of which so much more is expected than its link promised: odds are multiplied. Ranks by other
 * things stay.
 */
export function weighed(rank: number, factor: number): number {
  if (factor === 1) return rank;
  const known = decodeRank(rankOf(rank));
  if (known === undefined) return rank;
  const more = known.relevance * factor ** contrast;
  return quantise(encodeRank({ ...known, relevance: more / (1 - known.relevance + more) }));
}
