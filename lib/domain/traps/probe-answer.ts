import type { Birth } from '../frontier/entry.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { maskSegment } from '../yield/segment.ts';
import type { TextSketch } from '../yield/text-sketch.ts';
import type { AreaAccount, TrapAccounts } from './accounts.ts';
import { clearError } from './made-up.ts';
import { isUnsaid, noveltyOf } from './memory.ts';
import { probeBeside, probeName } from './probe.ts';
import { growth, isKindred, isRelated, type Region } from './region.ts';
import { shapeOf } from './shape.ts';
import type { OwnLink, Sighting } from './sighting.ts';
import { maxWords, visitAgain, wantProbe } from './suspect.ts';
import { hashOf } from './token-rules.ts';

const maxSaid = 24;
const maxLinks = 96;
/** Phrases that an error says, at least: one may be met by accident. */
const leastSaid = 2;
/** Phrases that two answers have of their own: it is not one and the same text. */
const leastSpun = 2;

/** Enters the answer to a URL that cannot exist. */
export function enterProbe(accounts: TrapAccounts, { url, seen, links = [] }: Sighting): void {
  for (const region of accounts.regions.values()) {
    const number = ([0, 1] as const).find((one) => probeBeside(region.example, one) === url);
    if (region.state !== 'asked' || number === undefined) continue;
    const answer = seen.kind === 'page' ? seen.sketch : undefined;
    const fresh = links.filter((link) => link.isNew && isOfKindOf(region, link.url));
    if (answer === undefined || fresh.length === 0 || isKnownError(accounts, region, answer))
      region.state = 'real';
    else if (number === 0) {
      region.said = answer.words.slice(0, maxWords);
      region.longest = answer.words.length;
      region.led = formsOf(links, url).slice(0, maxLinks);
      wantProbe(accounts, region.example, 1);
    } else conclude(accounts, region, answer, formsOf(fresh, url));
    if (region.state !== 'asked') [region.led, region.noticed] = [[], []];
  }
}

/** Whether an answer says what other parts of the host have said before, instead of a page or in one. */
function isKnownError({ regions, areas }: TrapAccounts, { example }: Region, { words }: TextSketch): boolean {
  const kind = shapeOf(example);
  const others = [...areas.values()].filter((area) => !isRelated(area, kind));
  const news = words.filter((phrase) => others.every(({ memory }) => isUnsaid(memory, phrase)));
  if (news.length < leastSpun) return true;
  return [...regions.values()].some(
    ({ state, said }) =>
      state === 'real' &&
      said.length > 0 &&
      words.filter((phrase) => !said.includes(phrase)).length < leastSpun,
  );
}

/** Whether the host has said all of it before. */
function isOld({ areas }: TrapAccounts, words: readonly number[]): boolean {
  const memories = [...areas.values()].map(({ memory }) => memory);
  return words.filter((phrase) => memories.every((memory) => isUnsaid(memory, phrase))).length < leastSpun;
}

function isOfKindOf({ example }: Region, url: CanonicalUrl): boolean {
  return isKindred(shapeOf(url), shapeOf(example));
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
  // Where whole parts of a host are made up, several say it.
  const noticed = common
    .filter((phrase) => region.noticed.includes(phrase) && isUnsaidBySome(accounts, region, phrase))
    .slice(0, maxSaid);
  // Where the page at which it was noticed says none of it, that one may be real; or two answers have a word in common.
  region.said = noticed.length >= leastSaid ? noticed : own.length > clearError ? own : [];
  const isSpun = Math.min(ofFirst, words.length - common.length) >= leastSpun;
  const isKnown = isSame ? !isSpun || isOld(accounts, words) : !isSpun;
  if (region.said.length > 0 && !(isSame && isKnown)) region.state = isSame ? 'deeper' : 'made-up';
  else if (isSame || isKnown) {
    // One and the same text says nothing new by the second page of its kind, unless it leads elsewhere each time.
    region.state = 'real';
    region.said = common.slice(0, maxSaid);
  } else if (region.births === 0) region.state = 'made-up';
  else visitAgain(accounts, region, accounts.patterns.get(region.pattern)?.visits ?? 0);
}

/** Whether no other area of the host says a phrase, and one at least would have been heard to. */
function isOwn(accounts: TrapAccounts, region: Region, phrase: number): boolean {
  const heard = othersHeard(accounts, region, phrase);
  return heard.length > 0 && heard.every(({ memory }) => isUnsaid(memory, phrase));
}

/** Whether another area of the host would have been heard to say a phrase and does not: it does not stand on every page. */
function isUnsaidBySome(accounts: TrapAccounts, region: Region, phrase: number): boolean {
  return othersHeard(accounts, region, phrase).some(({ memory }) => isUnsaid(memory, phrase));
}

function othersHeard({ areas }: TrapAccounts, { example }: Region, phrase: number): readonly AreaAccount[] {
  const kind = shapeOf(example);
  return [...areas.values()].filter((area) => phrase < area.memory.limit && !isRelated(area, kind));
}

/**
 * Enters the second visit of an example.
 * @param births URLs of its host that it led to and nobody knew
 * @param sketch of what it says now, if it is a page and not what it was
 */
export function enterAgain(
  accounts: TrapAccounts,
  url: CanonicalUrl,
  births: readonly Birth[],
  sketch?: TextSketch,
): void {
  for (const region of accounts.regions.values()) {
    if (region.state !== 'again' || region.example !== url) continue;
    const isProbed = probeBeside(url, 0) !== undefined;
    // What may be known after all tells nothing.
    const fresh = births.filter(({ unchecked }) => !unchecked);
    const leadsOn = growth(shapeOf(url), fresh) * 2 >= region.births;
    if (leadsOn && (isProbed || region.births >= fewestLedTo)) region.state = 'made-up';
    else if (isProbed && growth(shapeOf(url), births) * 2 >= region.births) region.state = 'unproven';
    else if (isProbed || sketch === undefined) region.state = 'open';
    else noteRest(accounts, region, sketch);
    accounts.epoch++;
  }
}

/** Enters which URLs that pages of a pattern or of a region led to were new after all. */
export function enterProven(
  accounts: TrapAccounts,
  news: ReadonlyMap<number, readonly CanonicalUrl[]>,
): void {
  for (const region of accounts.regions.values()) {
    if (region.state !== 'unproven') continue;
    const fresh = (news.get(region.id) ?? []).filter((url) => isOfKindOf(region, url));
    region.state = fresh.length * 2 >= region.births ? 'made-up' : 'open';
    accounts.epoch++;
    if (region.state === 'open') accounts.opened = true;
  }
}

/** Of pages that nobody could have made up a URL for: links that are others each time. */
const fewestLedTo = 2;

/** Notes how much of a page is new each time that it is asked for. */
function noteRest(accounts: TrapAccounts, region: Region, sketch: TextSketch): void {
  const area = accounts.areas.get(accounts.patterns.get(region.pattern)?.area ?? 0);
  const rest = area && noveltyOf(area.memory, sketch, accounts.noise);
  region.state = rest === undefined || rest.words < leastSpun ? 'open' : 'restless';
  [region.longest, region.births] = [Math.round(rest?.words ?? 0), Math.round(rest?.numbers ?? 0)];
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
