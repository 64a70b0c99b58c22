import type { CanonicalUrl } from '../url.ts';
import { isWithin, type PatternAccount, patternById, type TrapAccounts } from './accounts.ts';
import { type Memory, unsaid } from './memory.ts';
import { probeBeside, probeName } from './probe.ts';
import { maskSegment } from './segment.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { OwnLink, Sighting } from './sighting.ts';
import type { TextSketch } from './text-sketch.ts';

/**
 * A part of a host of which it is asked whether it makes its pages up: two URLs that cannot exist are asked for. Where
 * both show a page, and each leads to other URLs that nobody knew, what such pages lead to is held.
 */
export interface MadeUp {
  /** Id of the pattern at which it was noticed; of what its pages led to before it was known, too. */
  readonly id: number;
  readonly pattern: string;
  /** A URL of it: the ones to ask for stand beside it. */
  readonly example: CanonicalUrl;
  /**
   * `asked`: an answer is waited for. `real`: it has no page for a URL that cannot exist, or one and the same.
   * `made-up`: all that its pages lead to is. `deeper`: what they lead to below them is.
   */
  state: 'asked' | 'real' | 'made-up' | 'deeper';
  /** What its pages say and no page said before, then what the answers say as well: the words of an error. */
  said: readonly number[];
  /** Phrases of the longer answer. */
  longest: number;
  /** Of the first answer: hashes of the URLs that it led to, and what it said that pages beside it do not. */
  first?: { readonly led: readonly number[]; readonly news: readonly number[] };
}

/** A host of fewer pages is not asked. */
const fewestPages = 12;
const maxRegions = 4;
/** One more for so many pages that a host brings. */
const pagesPerRegion = 200;
const mostRegions = 8;
/** Phrases and numbers of a page that says little. */
const thin = 24;
const fewestBirths = 2;
/** New pages of a pattern, each of which leads to one more. */
const longChain = 4;
const maxSaid = 24;
const maxLinks = 96;
const maxNews = 12;
const leastSpun = 2;

/** What speaks for asking, before a page is judged; undefined when nothing does. */
export function suspected(
  accounts: TrapAccounts,
  account: PatternAccount,
  shape: Shape,
  { url, from, births, seen }: Sighting,
): readonly number[] | undefined {
  if (seen.kind !== 'page' || seen.sketch === undefined || from === 0) return undefined;
  // One that says nothing new counts against its pattern anyway.
  const { length } = births.filter(({ shape: born }) => isPlain(born));
  const isGrowing = length >= fewestBirths && (account.novel > 0 || isThirdInLine(accounts, from));
  const isChain = length > 0 && account.breeds && account.novel >= longChain;
  if (!(isGrowing || isChain) || accounts.productive < fewestPages) return undefined;
  if (!isPlain(shape) || accounts.regions.has(shape.pattern)) return undefined;
  const { size } = accounts.regions;
  if (size >= Math.min(mostRegions, maxRegions + Math.floor(accounts.productive / pagesPerRegion)))
    return undefined;
  const { sketch } = seen;
  const isThin = sketch.words.length > 0 && sketch.words.length + sketch.numbers.length <= thin;
  if (!(isThin || account.breeds) || regionOf(accounts, shape) !== undefined) return undefined;
  const probe = probeBeside(url, 0);
  if (probe === undefined) return undefined;
  // Numbers and dates that say nothing show soon enough.
  if (!probeName(probe).isName) return undefined;
  return sketch.words.slice(0, maxSaid);
}

/** Whether a page was found on a new one of another pattern that was found on one of yet another: folders that grow. */
function isThirdInLine(accounts: TrapAccounts, from: number): boolean {
  const finder = patternById(accounts, from);
  const first = patternById(accounts, finder?.from ?? 0);
  return (
    first !== undefined && first !== finder && finder?.novel === 1 && first.novel === 1 && first.from > 0
  );
}

/** Asks whether pages of this kind are made up. @param said what `suspected` found */
export function ask(
  accounts: TrapAccounts,
  { id }: PatternAccount,
  url: CanonicalUrl,
  said: readonly number[],
): void {
  const { pattern } = shapeOf(url);
  accounts.regions.set(pattern, { id, pattern, example: url, state: 'asked', said, longest: 0 });
  wantProbe(accounts, url, 0);
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
    const hashesOf = (list: readonly OwnLink[]): readonly number[] => [
      ...new Set(
        list.filter((link) => isPlain(shapeOf(link.url))).map((link) => hashOf(withoutName(link.url, url))),
      ),
    ];
    const fresh = hashesOf(links.filter(({ isNew }) => isNew));
    const news =
      answer === undefined ? [] : unsaid(memoryOf(accounts, region), answer.words).slice(0, maxNews);
    if (answer === undefined || fresh.length === 0 || news.length === 0) region.state = 'real';
    else
      enterAnswer(accounts, region, answer, {
        fresh,
        isName: probeName(url).isName,
        led: hashesOf(links).slice(0, maxLinks),
        news,
      });
    if (region.state !== 'asked') delete region.first;
  }
}

type Answer = NonNullable<MadeUp['first']> & {
  readonly fresh: readonly number[];
  /** A name was made up for it. */
  readonly isName: boolean;
};

function enterAnswer(
  accounts: TrapAccounts,
  region: MadeUp,
  { words, limit }: TextSketch,
  { fresh, isName, led, news }: Answer,
): void {
  const says = new Set(words);
  const isSaid = (phrase: number): boolean => phrase >= limit || says.has(phrase);
  region.longest = Math.max(region.longest, words.length);

  region.said = region.said.filter(isSaid);
  const { first } = region;
  if (first === undefined) {
    region.first = { led, news };
    wantProbe(accounts, region.example, 1);
    return;
  }
  const isSame = fresh.filter((link) => first.led.includes(link)).length * 2 > fresh.length;
  // They have something in common that pages here do not say: these are real, whatever is shown instead of others.
  const isOther = region.said.length === 0 && first.news.filter(isSaid).length * 4 > first.news.length;
  // What it says instead of a page is another text each time.
  const isSpun = [
    first.news.filter((one) => !isSaid(one)),
    news.filter((one) => !first.news.includes(one)),
  ].every(({ length }) => length >= leastSpun);
  // A list has a page of any number, with links to the next.
  const isOwn = isName && !isSame;
  if (!(isOwn || isSpun) || isOther) region.state = 'real';
  else settle(accounts, region, isOwn ? 'made-up' : 'deeper');
}

function memoryOf({ patterns, areas }: TrapAccounts, { pattern }: MadeUp): Memory | undefined {
  return areas.get(patterns.get(pattern)?.area ?? 0)?.memory;
}

/** Navigation may name the page that it stands on, or a ticket: those are told by other signs. */
function isPlain({ token, sign }: Shape): boolean {
  return !token && sign === undefined;
}

/** A link without the name that was made up for its page, and without ids: each answer has its own. */
function withoutName(link: CanonicalUrl, probe: CanonicalUrl): string {
  return link
    .replaceAll(probeName(probe).text, '*')
    .split(/([/?&=;])/)
    .map((part) => (hasId(part) ? '~' : part))
    .join('');
}

function hasId(part: string): boolean {
  const { token, mask } = maskSegment(part);
  return token || mask.includes('##');
}

/** What its pages led to so far is held by the id of the pattern, which gets another for those to come. */
function settle(accounts: TrapAccounts, region: MadeUp, state: MadeUp['state']): void {
  region.state = state;
  const account = accounts.patterns.get(region.pattern);
  // What the page says that led there, too, stands on every page.
  const finder = patternById(accounts, account?.from ?? 0);
  const memory = finder === undefined ? undefined : accounts.areas.get(finder.area)?.memory;
  const own = unsaid(memory, region.said);
  if (own.length > 0) region.said = own;
  if (account !== undefined) accounts.patterns.set(region.pattern, { ...account, id: accounts.nextId++ });
  accounts.epoch++;
}

/** The region that a URL stands in, of those that are made up. */
export function regionOf(
  accounts: TrapAccounts,
  { pattern, area }: Pick<Shape, 'pattern' | 'area'>,
): MadeUp | undefined {
  for (const region of accounts.regions.values()) {
    if (isMadeUp(region) && (pattern === region.pattern || isBelow(area, region))) return region;
  }
  return undefined;
}

function isMadeUp({ state }: MadeUp): boolean {
  return state === 'made-up' || state === 'deeper';
}

function isBelow(area: string, { example }: MadeUp): boolean {
  const above = shapeOf(example).area;
  return area !== above && isWithin(area, above);
}

/** Most of what an error says; some of it may be another piece each time. */
const share = 0.8;
const clearError = 2;
/** How much more than another a page may say that is an error. */
const mostLonger = 1.5;

/** The region whose pages a page is one of: it says what they say. */
export function madeUpBy(
  accounts: TrapAccounts,
  shape: Shape,
  sketch: TextSketch | undefined,
): MadeUp | undefined {
  if (accounts.regions.size === 0) return undefined;
  const here = regionOf(accounts, shape);
  if (here?.said.length === 0) return here;
  if (sketch === undefined) return undefined;
  if (here !== undefined) return isLike(here, sketch) ? here : undefined;
  // An error says the same wherever it is met.
  return [...accounts.regions.values()].find(
    (region) => region.state === 'made-up' && region.said.length >= clearError && isLike(region, sketch),
  );
}

/** Whether a page says what those of a region say. */
function isLike(region: MadeUp, sketch: TextSketch): boolean {
  const { words, limit } = sketch;
  // What an error says may stand around real pages, too.
  if (words.length > mostLonger * region.longest + thin / 2) return false;
  const asked = region.said.filter((phrase) => phrase < limit);
  const met = asked.filter((phrase) => words.includes(phrase)).length;
  return asked.length > 0 && met >= share * asked.length;
}

/** The region on whose pages only a URL was found. @param from of the pending URL */
export function foundIn(accounts: TrapAccounts, from: number, shape: Shape): MadeUp | undefined {
  for (const region of accounts.regions.values()) {
    if (!isMadeUp(region) || region.id !== from) continue;
    // Where nothing tells its pages from real ones, only more of them are held.
    if (
      (region.said.length > 0 && region.state === 'made-up') ||
      shape.pattern === region.pattern ||
      isBelow(shape.area, region)
    )
      return region;
  }
  return undefined;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
