import type { CanonicalUrl } from '../url.ts';
import {
  type AreaAccount,
  above,
  areaOf,
  folders,
  nearestArea,
  type PatternAccount,
  patternById,
  type TrapAccounts,
  type TrapKind,
  tidy,
} from './accounts.ts';
import { emptyMemory, type Novelty, noveltyOf, remember } from './memory.ts';
import { meter } from './noise.ts';
import type { TrapSettings } from './policy.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { TextSketch } from './text-sketch.ts';
import { learnTokens } from './token-rules.ts';
import { isExhausted, isStarved, isWithin, levelIn, levelPlace } from './verdict.ts';

/** A URL that a page led to and that was not known before, or is not known to have been. */
export interface Birth {
  readonly shape: Shape;
  /** It has not been compared with what was spilled. */
  readonly unchecked: boolean;
}

/** The first visit of a URL, as far as it tells of traps. */
export interface Sighting {
  readonly url: CanonicalUrl;
  /** Id of the pattern on whose page it was found; 0: none. */
  readonly from: number;
  readonly births: readonly Birth[];
  readonly seen:
    | {
        readonly kind: 'page';
        /** Absent when nobody asked for it (`wantsSketch`): the page is taken for new. */
        readonly sketch?: TextSketch;
        /** The URL that has the same text. */
        readonly twin?: CanonicalUrl;
      }
    | { readonly kind: 'redirect'; readonly to: CanonicalUrl }
    /** An answer that is none to judge by: an error, another kind of document. */
    | { readonly kind: 'other' };
}

/** Generations of patterns that share in what is found through them. */
const creditedGenerations = 3;

/** The id of a URL's pattern, for the URLs that its page leads to. */
export function patternId(accounts: TrapAccounts, { url, from }: Pick<Sighting, 'url' | 'from'>): number {
  return accountOf(accounts, shapeOf(url), from).id;
}

/** Enters a first visit. */
export function observe(accounts: TrapAccounts, settings: TrapSettings, sighting: Sighting): void {
  const shape = shapeOf(sighting.url);
  const account = accountOf(accounts, shape, sighting.from);
  const first = account.visits === 0;
  account.visits++;
  const before = standing(accounts, settings, account);
  const found = judge(accounts, settings, account, shape, sighting);
  if (found === 'new') reward(accounts, account, sighting.from);
  else if (found !== 'neutral') charge(account, found, sighting.url);
  if (first && found !== 'neutral') countTry(accounts, account, shape, found);
  if (found === 'new' || found === 'neutral' || found.points < 1) accounts.productive++;
  else accounts.barren++;
  if (standing(accounts, settings, account) !== before) accounts.epoch++;
  tidy(accounts);
}

/** Whether the text of a page is worth being looked at: not where nobody doubts that pages are new, but now and then. */
export function wantsSketch(accounts: TrapAccounts, url: CanonicalUrl): boolean {
  const shape = shapeOf(url);
  const account = accounts.patterns.get(shape.pattern);
  if (account === undefined || account.points > 0 || account.novel < 8 || shape.token) return true;
  return account.visits % (shape.suspicious ? 2 : 8) === 0;
}

/** The first page of a pattern says whether its area is worth more such tries, and that above it. */
function countTry(
  accounts: TrapAccounts,
  account: PatternAccount,
  shape: Shape,
  found: 'new' | Charge,
): void {
  const area = accounts.areas.get(account.area);
  if (area === undefined) return;
  const add = (counts: number[], { depth }: AreaAccount): void => {
    const place = levelPlace(levelIn({ depth }, shape));
    counts[place] = (counts[place] ?? 0) + 1;
  };
  if (found === 'new') {
    // That the page which founded an area was new says nothing of others.
    if (area.founder !== account.id) add(area.succeeded, area);
    const next = nearestArea(accounts, above(area.area));
    if (next !== undefined) add(next.succeeded, next);
  } else if (found.points >= 1) add(area.failed, area);
}

function accountOf(accounts: TrapAccounts, { pattern }: Shape, from: number): PatternAccount {
  let account = accounts.patterns.get(pattern);
  if (account === undefined) {
    account = {
      ...{ id: accounts.nextId++, pattern, area: 0, from },
      ...{ visits: 0, novel: 0, earned: 0, points: 0, unproven: 0, last: 0 },
      kind: 'near-duplicate',
    };
  }
  accounts.patterns.delete(pattern);
  accounts.patterns.set(pattern, account);
  return account;
}

interface Charge {
  readonly points: number;
  readonly unproven: boolean;
  readonly kind: TrapKind;
}

type Finding = 'new' | 'neutral' | Charge;

function judge(
  accounts: TrapAccounts,
  settings: TrapSettings,
  account: PatternAccount,
  shape: Shape,
  { from, births, seen, url }: Sighting,
): Finding {
  const area = areaOf(accounts, shape.area);
  if (area !== undefined) account.area = area.id;
  switch (seen.kind) {
    case 'other':
      return 'neutral';
    case 'redirect': {
      const target = shapeOf(seen.to);
      if (births.length > 0 && target.pattern !== shape.pattern) return 'neutral';
      // To a page that is known: ids that lead there are made up as they are asked for.
      if (births.length === 0)
        return shape.token ? { points: 0.5, unproven: false, kind: 'redirect' } : 'neutral';
      return { points: shape.suspicious ? 2 : 1, unproven: false, kind: 'redirect' };
    }
    case 'page': {
      const { sketch, twin } = seen;
      if (sketch === undefined) return twin === undefined ? 'new' : 'neutral';
      const finder = patternById(accounts, from);
      const known = area ?? (finder === undefined ? undefined : accounts.areas.get(finder.area));
      const isTwin = twin !== undefined && twin !== url;
      const novelty = known === undefined ? undefined : noveltyOf(known.memory, sketch, accounts.noise);
      const strict =
        shape.suspicious ||
        (known !== undefined && (levelIn(known, shape) > 1 || isSuspected(accounts, settings, known)));
      const isNew = !isTwin && (novelty === undefined || isNovel(novelty, strict, shape.numbered));
      const place = area ?? settle(accounts, shape, known, isNew, account.id);
      account.area = place.id;
      remember(place.memory, sketch);
      meter(accounts.noise, sketch, place.id);
      const digest = digestOf(sketch, true);
      const told = shape.token ? learnTokens(accounts.rules, url, digestOf(sketch, false), twin) : undefined;
      if (told?.changed) {
        accounts.epoch++;
        for (const one of accounts.patterns.values()) if (one.pattern.includes('~')) clear(one);
      }
      const repeats = account.visits > 1 && account.last === digest;
      account.last = digest;
      if (isNew) return 'new';
      if (told?.repeats) return 'neutral';
      if (sketch.words.length + sketch.numbers.length + sketch.anchors.length === 0) return 'neutral';
      return chargeOf(accounts, account, place, births, {
        ...{ novelty, isTwin, repeats, finder, settings, suspicious: shape.suspicious },
      });
    }
  }
}

/** An area of its own, unless what it says is known from the area that it stands below. */
function settle(
  accounts: TrapAccounts,
  { area }: Shape,
  known: AreaAccount | undefined,
  isNew: boolean,
  founder: number,
): AreaAccount {
  if (!isNew && known !== undefined && isWithin(area, known.area)) {
    accounts.names.set(area, known.id);
    return known;
  }
  const id = accounts.nextId++;
  const made: AreaAccount = {
    ...{ id, area, depth: folders(area), founder },
    ...{ memory: emptyMemory(), failed: [], succeeded: [] },
  };
  accounts.areas.set(id, made);
  accounts.names.set(area, id);
  return made;
}

/** A page says something new by two phrases; where nothing is suspicious one will do, or a number if it goes by one. */
function isNovel({ words, numbers }: Novelty, strict: boolean, numbered: boolean): boolean {
  return strict ? words >= 2 : words >= 1 || (numbered && numbers >= 1);
}

/** Whether a pattern of the area is held. */
function isSuspected(accounts: TrapAccounts, settings: TrapSettings, { id }: AreaAccount): boolean {
  for (const account of accounts.patterns.values()) {
    if (account.area === id && account.points > 0 && isStarved(account, settings)) return true;
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
  { novelty, isTwin, repeats, finder, settings, suspicious }: Doubt,
): Finding {
  const kind: TrapKind = isTwin ? 'duplicate' : 'near-duplicate';
  const own = births.filter(
    ({ shape }) =>
      shape.pattern === account.pattern ||
      areaOf(accounts, shape.area) === area ||
      isWithin(shape.area, area.area),
  );
  if (own.length > 0) {
    // It names pages that no page of the area has named: a list.
    if (!isTwin && novelty !== undefined && novelty.anchors >= Math.max(3, 3 * own.length)) return 'neutral';
    const others = births.length > own.length;
    const says = novelty !== undefined && novelty.words + novelty.anchors > 0;
    const unproven = own.every(({ unchecked }) => unchecked);
    return { points: others || (says && !isTwin) || unproven ? 1 : 2, unproven, kind };
  }
  // It leads nowhere: each such URL is fetched once, and that is all that it costs.
  const fromTrap = finder !== undefined && account.novel === 0 && isStarved(finder, settings);
  if (fromTrap) return { points: 1, unproven: false, kind };
  if (repeats) return { points: suspicious ? 0.5 : 0.15, unproven: false, kind: 'duplicate' };
  if (isTwin || (novelty?.anchors ?? 0) > 0) return 'neutral';
  return { points: suspicious && (novelty?.numbers ?? 0) < 3 ? 1 : 0.25, unproven: false, kind };
}

function charge(account: PatternAccount, { points, unproven, kind }: Charge, url: CanonicalUrl): void {
  account.points += points;
  if (unproven) account.unproven += points;
  account.kind = kind;
  account.example = url;
}

/** Something new: the pattern, and those that led to it, may go on. */
function reward(accounts: TrapAccounts, account: PatternAccount, foundBy: number): void {
  account.novel++;
  clear(account);
  let from = foundBy;
  for (let generation = 0; generation < creditedGenerations; generation++) {
    const finder = patternById(accounts, from);
    if (finder === undefined) return;
    if (finder !== account) {
      finder.earned++;
      clear(finder);
    }
    from = finder.from;
  }
}

/** Links that were not known to be new have been compared: patterns none of whose were are charged no more for them. */
export function forgiveUnproven(accounts: TrapAccounts, withNewLinks: ReadonlySet<number>): void {
  for (const account of accounts.patterns.values()) {
    if (account.unproven === 0) continue;
    if (!withNewLinks.has(account.id)) {
      account.points = Math.max(0, account.points - account.unproven);
      accounts.epoch++;
    }
    account.unproven = 0;
  }
}

function clear(account: PatternAccount): void {
  account.points = 0;
  account.unproven = 0;
  delete account.example;
}

/** What an entry may change of what is held, in short: compared before and after. */
function standing(accounts: TrapAccounts, settings: TrapSettings, account: PatternAccount): string {
  let says = '';
  for (
    let one: PatternAccount | undefined = account, i = 0;
    one !== undefined && i <= creditedGenerations;
    i++
  ) {
    says += isStarved(one, settings) ? '-' : '+';
    one = one.from === one.id ? undefined : patternById(accounts, one.from);
  }
  const area = accounts.areas.get(account.area);
  return area === undefined
    ? says
    : says + [1, 2, 3, 4].map((level) => Number(isExhausted(area, level))).join('');
}
