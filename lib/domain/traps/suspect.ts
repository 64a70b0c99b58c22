import type { CanonicalUrl } from '../url/url.ts';
import type { TextSketch } from '../yield/text-sketch.ts';
import { type PatternAccount, patternById, type TrapAccounts } from './accounts.ts';
import { probeBeside } from './probe.ts';
import { growth, type Region } from './region.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { Sighting } from './sighting.ts';

/** A host of fewer pages is not asked. */
const fewestPages = 12;
const maxRegions = 6;
/** One more for so many pages that a host brings. */
const pagesPerRegion = 40;
const mostRegions = 24;
const fewestBirths = 2;
/** New pages of a pattern before one that leads to more of them is worth a question. */
const fewestNew = 3;
/** Whether ids say nothing shows by meeting pages again under others. */
const fewestUnderIds = 40;
const mostNew = 16;
/** Phrases of a page that says much, and new pages of its pattern before it is worth a question. */
const longPage = 48;
const fewestOfLong = 12;
/** New pages of a pattern, each of which leads to one more. */
const longChain = 16;
/** The same where nothing stands in a URL that could be made up, and a page is but visited again. */
const fewestSeen = 8;
/** So many times the pages that a host has brought, after each question in vain, before folders that grow are worth another. */
const rarer = 1.5;
export const maxWords = 96;

/**
 * Whether a new page speaks for asking: pages of its kind that were new led to it, and it leads to more of them.
 */
export function isSuspect(
  accounts: TrapAccounts,
  account: PatternAccount,
  shape: Shape,
  { url, from, births, seen }: Sighting,
): boolean {
  const { regions, productive } = accounts;
  if (productive < fewestPages || from === 0 || shape.sign !== undefined || seen.kind !== 'page')
    return false;
  const region = regions.get(shape.pattern);
  if (seen.sketch === undefined || isSettled(accounts, region, account.visits)) return false;
  const least = leastNew(accounts, shape, seen.sketch);
  const own = growth(shape, births);
  const isGrowing =
    own >= fewestBirths &&
    (isInLine(accounts, account, shape, { from, births }) || (from === account.id && account.novel >= least));
  if (probeBeside(url, 0) === undefined)
    return shape.suspicious && own > 0 && from === account.id && account.novel >= fewestSeen;
  const isChain = own > 0 && from === account.id && account.novel >= Math.max(longChain, least);
  if (!isGrowing && !isChain) return false;
  if (region !== undefined) return true;
  const probe = probeBeside(url, 0);
  return ![...regions.values()].some(({ example }) => probeBeside(example, 0) === probe);
}

/** Whether a page of a pattern may come to speak for asking. */
export function mayAsk(accounts: TrapAccounts, account: PatternAccount, url: CanonicalUrl): boolean {
  const region = accounts.regions.get(account.pattern);
  return !isSettled(accounts, region, account.visits) && probeBeside(url, 0) !== undefined;
}

/** The more often a host had no page for what cannot exist, and the more a page says, the less is it asked. */
function leastNew({ regions }: TrapAccounts, { token, pattern }: Shape, { words }: TextSketch): number {
  const inVain = askedInVain(regions);
  return token && !/~[^/]*\/?$/.test(pattern)
    ? fewestUnderIds
    : words.length > longPage
      ? fewestOfLong
      : Math.min(mostNew, fewestNew * 2 ** inVain);
}

function isSettled(
  { regions, productive }: TrapAccounts,
  region: Region | undefined,
  visits: number,
): boolean {
  if (region !== undefined) return region.state !== 'open' || visits < region.nextAt;
  return regions.size >= Math.min(mostRegions, maxRegions + Math.floor(productive / pagesPerRegion));
}

/**
 * Whether folders grow: a page leads to pages below it, after one above led to it; or each of three folders led to the
 * next, whatever their place.
 */
function isInLine(
  { patterns, regions, productive }: TrapAccounts,
  { novel }: PatternAccount,
  { depth, pattern }: Shape,
  { from, births }: Pick<Sighting, 'from' | 'births'>,
): boolean {
  const finder = patternById({ patterns }, from);
  if (finder === undefined || finder.from === 0 || finder.pattern === pattern) return false;
  if (finder.depth < depth) {
    // One that says what the first said needs no question.
    const isWorth = novel > 0 && productive >= fewestPages * rarer ** askedInVain(regions);
    return isWorth && births.filter((birth) => shapeOf(birth.url).depth > depth).length >= fewestBirths;
  }
  const first = patternById({ patterns }, finder.from);
  const line = [pattern, finder.pattern, first?.pattern ?? ''];
  return first !== finder && first?.from !== 0 && line.every((one) => one.endsWith('/'));
}

function askedInVain(regions: TrapAccounts['regions']): number {
  let inVain = 0;
  for (const { state } of regions.values()) if (state === 'real') inVain++;
  return inVain;
}

/**
 * Asks whether pages of this kind are made up: by URLs that cannot exist, or, where pages go by numbers and dates, by
 * visiting one again.
 */
export function ask(accounts: TrapAccounts, account: PatternAccount, sighting: Sighting): void {
  const { url, births, seen } = sighting;
  const known = accounts.regions.get(account.pattern);
  if (known !== undefined) {
    known.example = url;
    known.births = growth(shapeOf(url), births);
    visitAgain(accounts, known, account.visits);
    return;
  }
  const { pattern } = account;
  const region: Region = {
    ...{ id: accounts.nextId++, pattern, example: url, state: 'asked', nextAt: account.visits },
    noticed: (seen.kind === 'page' ? seen.sketch?.words : undefined)?.slice(0, maxWords) ?? [],
    ...{
      said: [],
      longest: 0,
      led: [],
      births: isInLine(accounts, account, shapeOf(url), sighting) ? 0 : growth(shapeOf(url), births),
    },
  };
  accounts.regions.set(pattern, region);
  if (probeBeside(url, 0) === undefined) visitAgain(accounts, region, account.visits);
  else wantProbe(accounts, url, 0);
}

export function visitAgain(accounts: TrapAccounts, region: Region, visits: number): void {
  region.state = 'again';
  region.nextAt = 2 * Math.max(visits, 2);
  accounts.again.push(region.example);
}

export function wantProbe(accounts: TrapAccounts, example: CanonicalUrl, number: 0 | 1): void {
  const probe = probeBeside(example, number);
  if (probe !== undefined) accounts.probes.push(probe);
}
