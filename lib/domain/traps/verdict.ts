import type { CanonicalUrl } from '../url.ts';
import {
  type AreaAccount,
  nearestArea,
  type PatternAccount,
  type TrapAccounts,
  type TrapKind,
} from './accounts.ts';
import type { TrapSettings } from './policy.ts';
import type { Shape } from './shape.ts';

/** Why a URL is held. */
export interface Held {
  readonly kind: TrapKind;
  readonly pattern: string;
  /** Pages of the pattern that were visited. */
  readonly tried?: number;
  /** The last of them that counted against it. */
  readonly example?: CanonicalUrl;
}

/** Patterns of an area that may fail before no new one is tried; for those of one choice, and of more. */
const simpleTries = 5;
const combinedTries = 2;
const longestBonus = 12;
const siblingsPoints = 4;

/** Why a pending URL is to wait; undefined when it need not. */
export function heldBy(accounts: TrapAccounts, settings: TrapSettings, shape: Shape): Held | undefined {
  if (!settings.hold || settings.accept.includes(shape.pattern)) return undefined;
  const { pattern, sign } = shape;
  if (sign?.certain) return { kind: sign.kind, pattern };
  const account = accounts.patterns.get(pattern);
  if (account !== undefined) {
    const siblings = siblingsBonus(nearestArea(accounts, shape.area), shape);
    if (!isStarved(account, settings, shape, siblings)) return undefined;
    const { kind, visits, example } = account;
    return { kind, pattern, tried: visits, ...(example === undefined ? {} : { example }) };
  }
  const area = nearestArea(accounts, shape.area);
  if (area === undefined || !isExhausted(area, levelIn(area, shape))) return undefined;
  return { kind: 'combination', pattern };
}

/** Whether a pattern has had what it may have, until something new is found through it. */
export function isStarved(
  account: PatternAccount,
  { patience }: Pick<TrapSettings, 'patience'>,
  shape?: Pick<Shape, 'sign'>,
  bonus = 0,
): boolean {
  const { points, earned, novel } = account;
  if (points === 0) return false;
  const first = shape?.sign === undefined ? patience : Math.min(1, patience);
  return points >= first + bonus + Math.min(longestBonus, 2 * Math.log2(1 + earned + novel));
}

/** Whether enough patterns of an area were tried in vain. */
export function isExhausted({ failed, succeeded }: AreaAccount, level: number): boolean {
  const place = levelPlace(level);
  const tries = place === 0 ? simpleTries : combinedTries;
  return (failed[place] ?? 0) >= tries + (succeeded[place] ?? 0);
}

/** Where other patterns of one choice brought something new, one page says too little of another. */
function siblingsBonus(area: AreaAccount | undefined, shape: Shape): number {
  if (area === undefined || shape.sign !== undefined || shape.dated) return 0;
  const place = levelPlace(levelIn(area, shape));
  return place === 0 && (area.succeeded[place] ?? 0) > 0 ? siblingsPoints : 0;
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

/** Whether an area is another or stands below it. The root is above nothing: everything would be below it. */
export function isWithin(area: string, above: string): boolean {
  const folder = above.replace(/\?$/, '').replace(/\/$/, '');
  return (
    area === above || (folder !== '' && (area.startsWith(`${folder}/`) || area.startsWith(`${folder}?`)))
  );
}
