import type { Birth } from '../frontier/entry.ts';
import { type CanonicalUrl, hostOf } from '../url/url.ts';
import type { TextSketch } from '../yield/text-sketch.ts';
import {
  type AreaAccount,
  areaOf,
  clear,
  nearestArea,
  type PatternAccount,
  patternById,
  type TrapAccounts,
  type TrapKind,
} from './accounts.ts';
import { folders, isWithin } from './area.ts';
import { forgetUnderIds, madeUpBy, unlearn } from './made-up.ts';
import { copyOf, emptyMemory, type Novelty, noveltyOf, remember } from './memory.ts';
import { meter } from './noise.ts';
import type { TrapSettings } from './policy.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { Sighting } from './sighting.ts';
import { learnTokens } from './token-rules.ts';
import { heldBy, isStarved, levelIn } from './verdict.ts';

/** Phrases of a text that is no accident. */
const longText = 24;

/** What counts against a pattern. */
export interface Charge {
  readonly points: number;
  /** The links that it leads to may be known after all. */
  readonly unproven: boolean;
  readonly kind: TrapKind;
}

/**
 * A page that brings something new; one that names pages which no page of its area has named, a list; one that tells
 * nothing; one that its host makes up; or one that counts against its pattern.
 */
export type PageFinding = 'new' | 'list' | 'neutral' | 'made-up' | Charge;

/** What the first visit of a URL says of its pattern. Enters what the page said into the account of its area. */
export function judge(
  accounts: TrapAccounts,
  settings: TrapSettings,
  account: PatternAccount,
  shape: Shape,
  { from, births, seen, url }: Sighting,
): PageFinding {
  const area = areaOf(accounts, shape.area);
  if (area !== undefined) account.area = area.id;
  switch (seen.kind) {
    case 'other':
      return 'neutral';
    case 'redirect': {
      const target = shapeOf(seen.to);
      if (births.length > 0 && target.pattern !== shape.pattern) {
        // Where one has to sign in, or nothing is there.
        const isWall = namesItself(url, seen.to) || heldBy(accounts, settings, target) !== undefined;
        return isWall ? { points: 1, unproven: false, kind: 'redirect' } : 'neutral';
      }
      // To a page that is known: ids that lead there are made up as they are asked for.
      if (births.length === 0)
        return shape.token ? { points: 2, unproven: false, kind: 'redirect' } : 'neutral';
      return { points: shape.suspicious ? 2 : 1, unproven: false, kind: 'redirect' };
    }
    case 'page': {
      const { sketch, twin } = seen;
      account.breeds ||= births.some((birth) => shapeOf(birth.url).pattern === shape.pattern);
      if (sketch === undefined) return twin === undefined ? 'new' : 'neutral';
      const finder = patternById(accounts, from);
      const known =
        area ??
        nearestArea(accounts, shape.area) ??
        (finder === undefined ? undefined : accounts.areas.get(finder.area));
      // What another host says as well says nothing of this one.
      const isTwin = twin !== undefined && twin !== url && hostOf(twin) === hostOf(url);
      const novelty = known === undefined ? undefined : noveltyOf(known.memory, sketch, accounts.noise);
      const strict =
        shape.suspicious ||
        (known !== undefined && (levelIn(known, shape) > 1 || isSuspected(accounts, settings, known)));
      const least = shape.sign !== undefined ? longText : strict ? 2 : 1;
      const isNew =
        !isTwin &&
        (novelty === undefined || isNovel(novelty, least, shape.numbered, planRevisit(accounts, shape)));
      const fromTrap = finder !== undefined && isStarved(accounts, settings, finder);
      const place = area ?? settle(accounts, shape, known, isNew, account.id, fromTrap);
      account.area = place.id;
      remember(place.memory, sketch);
      meter(accounts.noise, sketch, place.id);
      const isLong = sketch.words.length >= longText;
      const digest = digestOf(sketch, !isLong);
      const told = shape.token
        ? learnTokens(accounts.rules, url, digestOf(sketch, false), {
            twin,
            isLong: sketch.words.length >= longText,
          })
        : undefined;
      if (told?.changed) {
        accounts.epoch++;
        accounts.opened = true;
        for (const one of accounts.patterns.values()) if (one.pattern.includes('~')) clear(one);
        forgetUnderIds(accounts);
      }
      const repeats = account.visits > 1 && account.last === digest;
      account.last = digest;
      account.breeds ||= births.some((birth) => isKin(accounts, account, place, shapeOf(birth.url)));
      // One that says nothing new counts as any other.
      if (isNew && madeUpBy(accounts, shape, sketch, from) !== undefined) return 'made-up';
      if (accounts.regions.size > 0) unlearn(accounts, shape, sketch);
      if (isNew) return 'new';
      if (known === undefined) return 'neutral';
      if (told?.repeats) return 'neutral';
      if (sketch.words.length + sketch.numbers.length + sketch.anchors.length === 0) return 'neutral';
      return chargeOf(accounts, account, place, births, {
        ...{ novelty, isTwin, repeats, finder, settings, suspicious: shape.suspicious },
        isLong,
      });
    }
  }
}

/** Whether the query of a redirect's target holds the path that was asked for. */
function namesItself(url: CanonicalUrl, to: CanonicalUrl): boolean {
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  const query = to.slice(to.indexOf('?') + 1);
  if (path.length < 2 || query === to) return false;
  return query.includes(encodeURIComponent(path)) || query.includes(path);
}

/**
 * An area of its own, unless what it says is known from the area that it stands below. A path with parameters is
 * one of its own unless a trap led there, and knows what the page says that led there.
 */
function settle(
  accounts: TrapAccounts,
  { area }: Shape,
  known: AreaAccount | undefined,
  isNew: boolean,
  founder: number,
  fromTrap: boolean,
): AreaAccount {
  const isOwn = area.endsWith('?') && !fromTrap;
  if (!isNew && known !== undefined && !isOwn && isWithin(area, known.area)) {
    accounts.names.set(area, known.id);
    return known;
  }
  const id = accounts.nextId++;
  const made: AreaAccount = {
    ...{ id, area, depth: folders(area), founder },
    memory: isOwn && known !== undefined ? copyOf(known.memory) : emptyMemory(),
    ...{ failed: [], succeeded: [] },
  };
  accounts.areas.set(id, made);
  accounts.names.set(area, id);
  return made;
}

/**
 * @param least phrases; where one will do, so does a number if pages go by one
 * @param rest what is new in such a page whenever it is asked for
 */
function isNovel({ words, numbers }: Novelty, least: number, numbered: boolean, rest?: Rest): boolean {
  if (least === 1 && numbered && numbers > (rest?.numbers ?? 0)) return true;
  return words >= (rest === undefined ? least : Math.max(least, mostRestless * rest.words + 2));
}

type Rest = Pick<Novelty, 'words' | 'numbers'>;

/** How much more than another a text may say that is drawn anew each time. */
const mostRestless = 1.5;

function planRevisit({ regions }: TrapAccounts, { pattern }: Shape): Rest | undefined {
  const region = regions.size === 0 ? undefined : regions.get(pattern);
  return region?.state === 'restless' ? { words: region.longest, numbers: region.births } : undefined;
}

/** Whether a pattern of the area is held. */
function isSuspected(accounts: TrapAccounts, settings: TrapSettings, { id }: AreaAccount): boolean {
  for (const account of accounts.patterns.values()) {
    if (account.area === id && account.points > 0 && isStarved(accounts, settings, account)) return true;
  }
  return false;
}

/** What a page says, in 16 bits. */
function digestOf({ words, numbers }: TextSketch, withNumbers: boolean): number {
  let digest = 0;
  for (const phrase of words) digest = (digest + phrase) | 0;
  if (withNumbers) for (const phrase of numbers) digest = (digest + phrase) | 0;
  return digest & 0xffff;
}

interface Doubt {
  readonly novelty: Novelty | undefined;
  readonly isTwin: boolean;
  /** It says much: that all of it is known is no accident. */
  readonly isLong: boolean;
  readonly repeats: boolean;
  readonly finder: PatternAccount | undefined;
  readonly settings: TrapSettings;
  readonly suspicious: boolean;
}

/** What a page that says nothing new counts against its pattern: most when it leads to more like it and nothing else. */
function chargeOf(
  accounts: TrapAccounts,
  account: PatternAccount,
  area: AreaAccount,
  births: readonly Birth[],
  { novelty, isTwin, isLong, repeats, finder, settings, suspicious }: Doubt,
): PageFinding {
  const kind: TrapKind = isTwin ? 'duplicate' : 'near-duplicate';
  const own = births.filter(({ url }) => isKin(accounts, account, area, shapeOf(url)));
  if (own.length > 0) {
    // Whether others led to what it names before is a matter of order; that it names it is not.
    if (!isTwin && novelty !== undefined && novelty.anchors >= newAnchors(own)) return 'list';
    // Links that every page has, to what is held as well, speak for nobody.
    const others = births.some(
      (birth) => !own.includes(birth) && heldBy(accounts, settings, shapeOf(birth.url)) === undefined,
    );
    const says = novelty !== undefined && novelty.words + novelty.anchors > 0;
    const unproven = own.every(({ unchecked }) => unchecked);
    // One page does not condemn a pattern of which two were new: ids that say nothing show by the second.
    if (isTwin || (!says && isLong)) return { points: account.novel < 2 ? 4 : 2, unproven, kind };
    return { points: others || says ? 1 : 2, unproven, kind };
  }
  // It leads nowhere: each such URL is fetched once, and that is all that it costs.
  const fromTrap = finder !== undefined && account.novel === 0 && isStarved(accounts, settings, finder);
  if (fromTrap) return { points: 1, unproven: false, kind };
  if (repeats) {
    const points = account.breeds ? 1 : suspicious ? 0.5 : 0.15;
    return { points, unproven: false, kind: 'duplicate' };
  }
  if (isTwin || (novelty?.anchors ?? 0) > 0) return 'neutral';
  const isDoubtful = (suspicious && (novelty?.numbers ?? 0) < 3) || account.novel + account.earned === 0;
  return { points: isDoubtful ? 1 : 0.25, unproven: false, kind };
}

/**
 * Phrases in links that a list has, for what it leads to of its own kind: the next page, and what it names. Fewer where
 * those may be known after all.
 */
function newAnchors(births: readonly Birth[]): number {
  if (births.length === 1) return 2;
  return births.every(({ unchecked }) => unchecked) ? 1.5 * births.length : 3 * births.length;
}

/** Whether a URL is one of the pattern, of its area or of one below. */
function isKin(
  accounts: TrapAccounts,
  { pattern }: PatternAccount,
  area: AreaAccount,
  shape: Shape,
): boolean {
  return (
    shape.pattern === pattern || areaOf(accounts, shape.area) === area || isWithin(shape.area, area.area)
  );
}
