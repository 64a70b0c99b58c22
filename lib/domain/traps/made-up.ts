import type { CanonicalUrl } from '../url.ts';
import { above, isWithin, type PatternAccount, patternById, type TrapAccounts } from './accounts.ts';
import { isUnsaid } from './memory.ts';
import { probeBeside, probeName } from './probe.ts';
import { maskSegment } from './segment.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { Birth, OwnLink, Sighting } from './sighting.ts';
import type { TextSketch } from './text-sketch.ts';

/**
 * A kind of pages of which it is asked whether their host makes them up: two URLs that cannot exist are asked for.
 * Where both show a page, another text each time, and each leads on to URLs that nobody knew, what only such pages lead
 * to is held.
 */
export interface Region {
  /** Given to what its made-up pages lead to (`PendingEntry.from`); no pattern has it. */
  readonly id: number;
  readonly pattern: string;
  /** A page of it: the URLs to ask for stand beside it. */
  example: CanonicalUrl;
  /**
   * `asked`: an answer is waited for. `real`: its host has no page for a URL that cannot exist, or one and the same.
   * `made-up`: pages that say `said` are; where that is empty, those that others of the region led to. `deeper`: the
   * same, but only what stands below them is held. `again`: the host does make up pages, but nothing in their text
   * tells them from others, so the example is visited a second time. `open`: that led to nothing else than before;
   * another page is visited again when the region has grown.
   */
  state: 'asked' | 'real' | 'made-up' | 'deeper' | 'again' | 'open';
  /** Phrases of the first answer; then what both answers say and the rest of the host does not: the words of an error. */
  said: readonly number[];
  /** Phrases of the longer answer. */
  longest: number;
  /** Hashes of the URLs that the first answer led to, and phrases of the page at which it was noticed, until both are in. */
  led: readonly number[];
  noticed: readonly number[];
  /** New URLs of its kind that the example led to; 0: folders grow below it. */
  births: number;
  /** Pages of its pattern from which on another is visited again. */
  nextAt: number;
}

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
const fewestOfLong = 40;
/** New pages of a pattern, each of which leads to one more. */
const longChain = 16;
const maxSaid = 24;
const maxWords = 96;
const maxLinks = 96;
/** Phrases that two answers have of their own: it is not one and the same text. */
const leastSpun = 2;

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
    ((shape.pattern.endsWith('/') && firstInLine(accounts, from) !== undefined) ||
      (from === account.id && account.novel >= least));
  const isChain = own > 0 && from === account.id && account.novel >= Math.max(longChain, least);
  const probe = isGrowing || isChain ? probeBeside(url, 0) : undefined;
  if (probe === undefined || region !== undefined) return probe !== undefined;
  return ![...regions.values()].some(({ example }) => probeBeside(example, 0) === probe);
}

/** The more often a host had no page for what cannot exist, and the more a page says, the less is it asked. */
function leastNew({ regions }: TrapAccounts, { token, pattern }: Shape, { words }: TextSketch): number {
  const inVain = [...regions.values()].filter(({ state }) => state === 'real').length;
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

/** New URLs of the same kind. */
function growth(shape: Shape, births: readonly Birth[]): number {
  return births.filter(({ shape: born }) => isOfKind(born, shape) || isCousin(born, shape)).length;
}

type Place = Pick<Shape, 'pattern' | 'area'>;

/** Of one pattern, or below it. */
function isOfKind(one: Place, kind: Place): boolean {
  return one.pattern === kind.pattern || isBelow(one, kind);
}

function isBelow({ area }: Place, kind: Place): boolean {
  return area !== kind.area && isWithin(area, kind.area);
}

/** In a folder beside the other's: `/old/green/chair/`, `/old/red/table/`. */
function isCousin(one: Shape, other: Shape): boolean {
  return one.depth === other.depth && one.area !== other.area && above(one.area) === above(other.area);
}

/** The first of three patterns of which each led to the next, those of folders that grow. */
function firstInLine(accounts: TrapAccounts, from: number): PatternAccount | undefined {
  const finder = patternById(accounts, from);
  const first = patternById(accounts, finder?.from ?? 0);
  if (finder === undefined || first === undefined || first === finder || first.from === 0) return undefined;
  return finder.pattern.endsWith('/') && first.pattern.endsWith('/') ? first : undefined;
}

/** Asks whether pages of this kind are made up. */
export function ask(accounts: TrapAccounts, account: PatternAccount, sighting: Sighting): void {
  const { url, from, births, seen } = sighting;
  const known = accounts.regions.get(account.pattern);
  if (known !== undefined) {
    known.example = url;
    known.births = growth(shapeOf(url), births);
    visitAgain(accounts, known, account.visits);
    return;
  }
  const example = topOf(url, firstInLine(accounts, from)?.depth);
  const { pattern } = shapeOf(example);
  if (accounts.regions.has(pattern)) return;
  accounts.regions.set(pattern, {
    ...{ id: accounts.nextId++, pattern, example, state: 'asked', nextAt: account.visits },
    noticed: (seen.kind === 'page' ? seen.sketch?.words : undefined)?.slice(0, maxWords) ?? [],
    ...{ said: [], longest: 0, led: [], births: example === url ? growth(shapeOf(url), births) : 0 },
  });
  wantProbe(accounts, example, 0);
}

/** Where folders grow, the one that they have been growing from: `/docs/a/` of `/docs/a/b/c/`. */
function topOf(url: CanonicalUrl, depth: number | undefined): CanonicalUrl {
  const root = url.indexOf('/', url.indexOf('://') + 3);
  if (depth === undefined || depth < 1 || !url.endsWith('/') || url.includes('?')) return url;
  let end = root;
  for (let part = 0; part < depth && end >= 0; part++) end = url.indexOf('/', end + 1);
  const top = url.slice(0, end + 1) as CanonicalUrl;
  return end < 0 || probeBeside(top, 0) === undefined ? url : top;
}

function visitAgain(accounts: TrapAccounts, region: Region, visits: number): void {
  region.state = 'again';
  region.nextAt = 2 * Math.max(visits, 2);
  accounts.again.push(region.example);
}

function wantProbe(accounts: TrapAccounts, example: CanonicalUrl, number: 0 | 1): void {
  const probe = probeBeside(example, number);
  if (probe !== undefined) accounts.probes.push(probe);
}

/** Enters the answer to a URL that cannot exist. */
export function enterProbe(accounts: TrapAccounts, { url, seen, links = [] }: Sighting): void {
  for (const region of accounts.regions.values()) {
    const number = ([0, 1] as const).find((one) => probeBeside(region.example, one) === url);
    if (region.state !== 'asked' || number === undefined) continue;
    const answer = seen.kind === 'page' ? seen.sketch : undefined;
    const fresh = links.filter((link) => link.isNew && isOfKindOf(region, link.url));
    if (answer === undefined || fresh.length === 0 || isKnownError(accounts, answer)) region.state = 'real';
    else if (number === 0) {
      region.said = answer.words.slice(0, maxWords);
      region.longest = answer.words.length;
      region.led = formsOf(links, url).slice(0, maxLinks);
      wantProbe(accounts, region.example, 1);
    } else conclude(accounts, region, answer, formsOf(fresh, url));
    if (region.state !== 'asked') [region.led, region.noticed] = [[], []];
  }
}

/** Whether an answer says what the host has said before, instead of a page or in one. */
function isKnownError({ regions, areas }: TrapAccounts, { words }: TextSketch): boolean {
  const memories = [...areas.values()].map(({ memory }) => memory);
  const news = words.filter((phrase) => memories.every((memory) => isUnsaid(memory, phrase)));
  if (news.length < leastSpun) return true;
  return [...regions.values()].some(
    ({ state, said }) =>
      state === 'real' &&
      said.length > 0 &&
      words.filter((phrase) => !said.includes(phrase)).length < leastSpun,
  );
}

function isOfKindOf({ example }: Region, url: CanonicalUrl): boolean {
  const [kind, shape] = [shapeOf(example), shapeOf(url)];
  return isOfKind(shape, kind) || isCousin(shape, kind);
}

/** @param forms of the links of the second answer that nobody knew (`formsOf`) */
function conclude(
  accounts: TrapAccounts,
  region: Region,
  { words, limit }: TextSketch,
  forms: readonly number[],
): void {
  const common = region.said.filter((phrase) => words.includes(phrase));
  const ofFirst = region.said.filter((phrase) => phrase < limit).length - common.length;
  const isSame = forms.filter((form) => region.led.includes(form)).length * 2 > forms.length;
  region.longest = Math.max(region.longest, words.length);
  const own = common.filter((phrase) => isOwn(accounts, region, phrase)).slice(0, maxSaid);
  const noticed = own.filter((phrase) => region.noticed.includes(phrase));
  // Where the page at which it was noticed says none of it, that one may be real; or two answers have a word in common.
  region.said = noticed.length > 0 ? noticed : own.length > clearError ? own : [];
  // One and the same text says nothing new by the second page of its kind.
  if (Math.min(ofFirst, words.length - common.length) < leastSpun) {
    region.state = 'real';
    region.said = common.slice(0, maxSaid);
  } else if (region.said.length > 0) region.state = isSame ? 'deeper' : 'made-up';
  else if (isSame) region.state = 'real';
  else if (region.births === 0) region.state = 'made-up';
  else visitAgain(accounts, region, accounts.patterns.get(region.pattern)?.visits ?? 0);
}

/** Whether no other area of the host says a phrase, and one at least would have been heard to. */
function isOwn(accounts: TrapAccounts, region: Region, phrase: number): boolean {
  const others = [...accounts.areas.values()].filter((area) => !isRelated(area, shapeOf(region.example)));
  const heard = others.filter(({ memory }) => phrase < memory.limit);
  return heard.length > 0 && heard.every(({ memory }) => isUnsaid(memory, phrase));
}

/** Whether an area is that of a kind of pages, or stands above, below or beside it. */
function isRelated({ area }: Pick<Place, 'area'>, kind: Pick<Place, 'area'>): boolean {
  return isWithin(area, kind.area) || isWithin(kind.area, area) || isWithin(area, above(kind.area));
}

/**
 * For what a page leads to that was visited before: the id of the region that it is the example of, or that makes it
 * up; else 0.
 */
export function idOfRevisit(
  accounts: TrapAccounts,
  url: CanonicalUrl,
  sketch: TextSketch | undefined,
): number {
  for (const { id, state, example } of accounts.regions.values()) {
    if (state === 'again' && example === url) return id;
  }
  if (accounts.regions.size === 0) return 0;
  const shape = shapeOf(url);
  // Where nothing in its text tells, it is taken for one of its kind.
  return madeUpBy(accounts, shape, sketch, accounts.patterns.get(shape.pattern)?.id ?? 0)?.id ?? 0;
}

/** Whether pages that were visited before are to be looked at, too: some are known to be made up. */
export function looksAgain({ regions }: TrapAccounts): boolean {
  return regions.size > 0 && [...regions.values()].some(isMadeUp);
}

/** Enters the second visit of an example. @param births of its host that it led to and nobody knew */
export function enterAgain(accounts: TrapAccounts, url: CanonicalUrl, births: readonly Birth[]): void {
  for (const region of accounts.regions.values()) {
    if (region.state !== 'again' || region.example !== url) continue;
    region.state = growth(shapeOf(url), births) * 2 >= region.births ? 'made-up' : 'open';
    accounts.epoch++;
  }
}

/** Links as they are but for what was made up for their page, as hashes: `/topics/tofizulerabo/print`. */
function formsOf(links: readonly OwnLink[], probe: CanonicalUrl): readonly number[] {
  const name = probeName(probe);
  const isId = maskSegment(name).token;
  return [...new Set(links.map(({ url }) => hashOf(formOf(url.replaceAll(name, '*'), isId))))];
}

/** Without numbers, and without ids where pages have names: each answer has its own. */
function formOf(link: string, withIds: boolean): string {
  return link
    .split(/([/?&=;])/)
    .map((part) => {
      const { mask, variable, token } = maskSegment(part);
      return variable && !(token && withIds) ? mask : part;
    })
    .join('');
}

function isMadeUp({ state }: Region): boolean {
  return state === 'made-up' || state === 'deeper';
}

/** Whether it is not known that pages of this pattern are real, or known that some are made up. */
export function isDoubted({ regions }: TrapAccounts, { pattern }: Shape): boolean {
  const region = regions.get(pattern);
  return region !== undefined && region.state !== 'real';
}

/** Most of what an error says; some of it may be another piece each time. */
const share = 0.8;
/** Phrases that are no accident outside of the region, too. */
const clearError = 2;
/** How much more than another a page may say that is an error. */
const mostLonger = 1.5;
const someLonger = 12;

/**
 * The region whose made-up pages a page is one of.
 * @param from id of the pattern on whose page it was found
 */
export function madeUpBy(
  accounts: TrapAccounts,
  shape: Shape,
  sketch: TextSketch | undefined,
  from: number,
): Region | undefined {
  for (const region of accounts.regions.values()) {
    if (!isMadeUp(region)) continue;
    const isHere = isOfKind(shape, shapeOf(region.example));
    if (region.said.length === 0) {
      if (isHere && isInside(accounts, region, from)) return region;
    } else if (isHere || (region.state === 'made-up' && region.said.length >= clearError)) {
      if (sketch !== undefined && isLike(region, sketch)) return region;
    }
  }
  return undefined;
}

/** Whether the pattern on whose page something was found is one of a region. */
function isInside(accounts: TrapAccounts, { id, pattern, example }: Region, from: number): boolean {
  const finder = patternById(accounts, from);
  if (from === id || finder?.pattern === pattern) return true;
  const area = accounts.areas.get(finder?.area ?? 0)?.area;
  return area !== undefined && isBelow({ pattern: '', area }, shapeOf(example));
}

/** Whether a page says what those of a region say. */
function isLike({ said, longest }: Region, { words, limit }: TextSketch): boolean {
  // What an error says may stand around real pages, too.
  if (words.length > mostLonger * longest + someLonger) return false;
  const asked = said.filter((phrase) => phrase < limit);
  return asked.length > 0 && asked.filter((phrase) => words.includes(phrase)).length >= share * asked.length;
}

/** A page that no made-up one led to says phrases of an error: they are not the error's own. */
export function unlearn(accounts: TrapAccounts, shape: Shape, { words }: TextSketch): void {
  for (const region of accounts.regions.values()) {
    if (!isMadeUp(region) || region.said.length === 0 || isRelated(shape, shapeOf(region.example))) continue;
    const left = region.said.filter((phrase) => !words.includes(phrase));
    if (left.length === region.said.length) continue;
    region.said = left;
    if (left.length > 0) continue;
    region.state = 'open';
    accounts.epoch++;
    accounts.opened = true;
  }
}

/** Whether an id is given to what made-up pages lead to. */
export function isOfMadeUp({ regions }: TrapAccounts, from: number): boolean {
  if (regions.size === 0 || from === 0) return false;
  for (const region of regions.values()) if (region.id === from) return true;
  return false;
}

/** The region on whose made-up pages only a URL was found, where that holds it. @param from of the pending URL */
export function foundIn({ regions }: TrapAccounts, from: number, shape: Shape): Region | undefined {
  for (const region of regions.values()) {
    if (region.id !== from || !isMadeUp(region)) continue;
    if (region.state === 'made-up' && region.said.length > 0) return region;
    const example = shapeOf(region.example);
    if (region.state === 'made-up' ? isOfKind(shape, example) : isBelow(shape, example)) return region;
  }
  return undefined;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
