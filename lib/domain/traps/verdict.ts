import type { CanonicalUrl } from '../url/url.ts';
import {
  type AreaAccount,
  nearestArea,
  type PatternAccount,
  patternById,
  type TrapAccounts,
  type TrapKind,
} from './accounts.ts';
import { foundIn } from './made-up.ts';
import type { TrapSettings } from './policy.ts';
import { probeBeside } from './probe.ts';
import type { Shape } from './shape.ts';

/** Why a URL is held. */
export interface Held {
  readonly kind: TrapKind;
  readonly pattern: string;
  /** Pages of the pattern that were visited. */
  readonly tried?: number;
  /** The last of them that counted against it; of pages that are made up, a URL that cannot exist. */
  readonly example?: CanonicalUrl;
}

/** Patterns of an area that may fail before no new one is tried; for those of one choice, and of more. */
const simpleTries = 5;
const combinedTries = 2;
/** The same, whatever they combine, where none brought anything: years, months and days are three. */
const deadTries = 4;
const longestBonus = 12;
const pointsPerDoubling = 1.5;
const siblingsPoints = 2;
const choicePoints = 4;
const folderPoints = 4;
/** Where URLs have dates there is no end to those that bring nothing. */
const datedDiscount = 0.5;

/**
 * Why a pending URL is to wait; undefined when it need not.
 * @param from id of the pattern on whose page it was found, or of the region of pages that are made up
 */
export function heldBy(
  accounts: TrapAccounts,
  settings: TrapSettings,
  shape: Shape,
  from = 0,
): Held | undefined {
  if (!settings.hold || settings.accept.includes(shape.pattern)) return undefined;
  const { pattern, sign } = shape;
  if (sign?.certain) return { kind: sign.kind, pattern };
  const region = from > 0 && accounts.regions.size > 0 ? foundIn(accounts, from, shape) : undefined;
  if (region !== undefined) {
    return { kind: 'made-up', pattern, example: probeBeside(region.example, 0) ?? region.example };
  }
  const account = accounts.patterns.get(pattern);
  if (account === undefined) {
    const area = nearestArea(accounts, shape.area);
    return area !== undefined && isExhausted(area, shape) ? { kind: 'combination', pattern } : undefined;
  }
  if (!isStarved(accounts, settings, account)) return undefined;
  const { kind, visits, example } = account;
  return { kind, pattern, tried: visits, ...(example === undefined ? {} : { example }) };
}

/**
 * How likely a held URL brings something new, by what its pattern has brought so far and by what patterns like it have
 * in its area: successes and one more, of tries and two more (Laplace's rule of succession).
 */
export function chanceOf(accounts: TrapAccounts, shape: Shape): number {
  const account = accounts.patterns.get(shape.pattern);
  const area = account === undefined ? nearestArea(accounts, shape.area) : accounts.areas.get(account.area);
  const others = area === undefined || account?.failed === false ? 1 : among(triesLike(area, shape));
  return Math.min(account === undefined ? 1 : ownChance(account), others) * (shape.dated ? datedDiscount : 1);
}

function ownChance({ novel, earned, visits, token }: PatternAccount): number {
  // Every first page is new. It tells more where the others may have been met under another id: that they said nothing
  // new is no wonder then. And what was found through it may be a merit of few of its pages.
  const succeeded = Math.min(visits, (token ? novel : Math.max(0, novel - 1)) + earned);
  return among({ succeeded, failed: visits - succeeded });
}

function among({ failed, succeeded }: Tries): number {
  return (succeeded + 1) / (succeeded + failed + 2);
}

/** Whether a pattern has had what it may have, until something new is found through it. */
export function isStarved(
  accounts: TrapAccounts,
  { patience }: Pick<TrapSettings, 'patience'>,
  account: PatternAccount,
): boolean {
  const { points, earned, novel } = account;
  if (points === 0) return false;
  // That its first page was new is no merit of the pattern: every first page is.
  const merits = earned + Math.max(0, novel - 1);
  const doublings = Math.log2(1 + merits);
  // What ids say is found out by meeting pages again under others.
  const bonus = account.token ? pointsPerDoubling * doublings : 0.25 * doublings ** 2;
  return points >= credit(accounts, patience, account) + Math.min(longestBonus, bonus);
}

/** What a pattern may have without any merit of its own. */
function credit(accounts: TrapAccounts, patience: number, account: PatternAccount): number {
  const least = Math.min(1, patience);
  if (account.sign || isFromBarren(accounts, account)) return least;
  const area = accounts.areas.get(account.area);
  if (area === undefined) return patience;
  // One choice among facets says little of the next, the more so where others of the area brought something new.
  if (account.plain && (levelPlace(levelIn(area, account)) === 0 || isFromNew(accounts, account))) {
    const siblings = (area.succeeded[0] ?? 0) > 0 ? siblingsPoints : 0;
    // Parameters of one script; those of any page of a folder say how it is shown.
    const isScript = account.choices > 0 && !account.pattern.includes('*');
    return patience + siblings + (isScript ? choicePoints : folderPoints);
  }
  const isSuspect = account.novel + account.earned === 0 && sum(area.failed) > 1;
  return isSuspect ? least : patience;
}

/** Whether pages led to a pattern that say nothing new themselves, and through which nothing else was found. */
function isFromBarren(accounts: TrapAccounts, { from, id }: PatternAccount): boolean {
  const finder = patternById(accounts, from);
  return finder !== undefined && finder.id !== id && finder.points >= 1 && finder.earned + finder.novel <= 1;
}

/** Whether a page led to a pattern that is not one of many. */
function isFromNew(accounts: TrapAccounts, { from }: PatternAccount): boolean {
  const finder = patternById(accounts, from);
  return finder !== undefined && finder.novel > 0 && finder.visits <= 2;
}

/** Whether enough patterns of an area were tried in vain. Each part of a date is tried by itself. */
export function isExhausted(area: AreaAccount, shape: Pick<Shape, 'depth' | 'choices' | 'dated'>): boolean {
  const { failed, succeeded } = area;
  if (sum(succeeded) === 0 && sum(failed) >= deadTries) return true;
  const like = triesLike(area, shape);
  return (
    like.failed >= (levelPlace(levelIn(area, shape)) === 0 ? simpleTries : combinedTries) + like.succeeded
  );
}

interface Tries {
  readonly failed: number;
  readonly succeeded: number;
}

/** First pages of an area's patterns with as many choices; of all that have more than one, but where they have dates. */
function triesLike(
  area: Pick<AreaAccount, 'depth' | 'failed' | 'succeeded'>,
  shape: Pick<Shape, 'depth' | 'choices' | 'dated'>,
): Tries {
  const place = levelPlace(levelIn(area, shape));
  const of = (counts: readonly number[]): number =>
    place === 0 || shape.dated ? (counts[place] ?? 0) : sum(counts.slice(1));
  return { failed: of(area.failed), succeeded: of(area.succeeded) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + (count ?? 0), 0);
}

/** How many choices were made below an area: folders and parameters. */
export function levelIn(
  { depth }: Pick<AreaAccount, 'depth'>,
  shape: Pick<Shape, 'depth' | 'choices'>,
): number {
  return shape.choices + Math.max(0, shape.depth - depth);
}

export function levelPlace(level: number): number {
  return Math.min(Math.max(level, 1), 4) - 1;
}
