import { floor } from '../yield/estimate.ts';
import { boundOf, emptyRegion, enter, meanOf } from '../yield/region.ts';
import { type HostSketch, isAlike } from './host-sketch.ts';

/**
 * How often hosts were tried on one account, and with what success. An account is that of a registered domain, for its
 * further hosts, or of what a domain links to, for other domains. The counts are only ever added to.
 */
export interface CreditCounts {
  /** Hosts that were opened, seeds included. */
  readonly hosts: number;
  /** Tries that were begun, and that ended. A process that dies may leave one without an end, or count an end twice. */
  readonly tried: number;
  readonly ended: number;
  /** Tries of hosts that were found only on hosts that have yet to prove themselves. */
  readonly unproven: number;
  /** Epoch ms at which the last try began; 0: none did. */
  readonly triedAt: number;
  /** What the last tries brought. Of two that end at once one may be forgotten. */
  readonly memory?: TryMemory;
}

export interface TryMemory {
  /** Tries that are remembered, and those of them that brought something new. */
  readonly tries: number;
  readonly gains: number;
  /** Of all tries. */
  readonly brought: number;
  /** What the first pages look like of the hosts that brought something new last. */
  readonly sketches: readonly HostSketch[];
}

export const emptyMemory: TryMemory = { tries: 0, gains: 0, brought: 0, sketches: [] };

/** What is added to the counts when a host is opened, if they do not exceed `most` then. */
export interface Opening {
  readonly hosts: 0 | 1;
  readonly tried: 0 | 1;
  readonly unproven: 0 | 1;
  /** Ends of tries that never came. */
  readonly ended: number;
  /** Epoch ms of the try. */
  readonly at: number;
  readonly most: { readonly hosts: number; readonly tried: number };
}

/** `busy`: as many as may be are being tried. `barren`: tries brought next to nothing new, or enough hosts are open. */
export type Refusal = 'busy' | 'barren';

export interface CreditLimits {
  /** Hosts that are tried at once, before any has brought something. */
  readonly newHosts: number;
  readonly hostsPerDomain?: number;
}

/** A host that asks to be tried. */
export interface TryRequest {
  /** It was not opened before. */
  readonly isNew: boolean;
  /** It was found only on hosts that have yet to prove themselves. */
  readonly isUnproven: boolean;
}

/** The yield of hosts of which nobody was tried. */
const hopeful = 0.8;
/** Hosts that are tried at once, at most, however many have brought something. */
const mostAtOnce = 64;
/** Hosts that only unproven hosts of the domain lead to: a chain of hosts that one server makes up is not longer. */
const mostUnproven = 80;
const maxSketches = 8;
/** A try that began so long ago has ended, one way or the other: longer than a turn takes, and its ticket. */
const forgottenMs = 1_800_000;
const dayMs = 86_400_000;

/** The upper bound of the share of further hosts that bring something new, and its mean. */
export function expectedOf({ tries, gains }: Pick<TryMemory, 'tries' | 'gains'>): {
  readonly mean: number;
  readonly bound: number;
} {
  const mean = meanOf({ ...emptyRegion(), tries, gains }, hopeful);
  return { mean, bound: boundOf(mean, tries) };
}

export function isBarren({ memory = emptyMemory }: CreditCounts): boolean {
  return expectedOf(memory).bound < floor;
}

/** The opening of a host that needs no credit: somebody named it. */
export function freeOpening(isNew: boolean): Opening {
  const most = { hosts: Number.MAX_SAFE_INTEGER, tried: Number.MAX_SAFE_INTEGER };
  return { hosts: isNew ? 1 : 0, tried: 0, unproven: 0, ended: 0, at: 0, most };
}

/** The opening of the first host of a domain: it needs no credit of the domain. */
export const firstOpening: Opening = { ...freeOpening(true), most: { hosts: 0, tried: 0 } };

/** Counts the end of a try that told nothing. */
export const endOfTry: Opening = { ...freeOpening(false), ended: 1 };

/** The opening of a host that is tried, or why there is none now. @param now epoch ms */
export function openingFor(
  counts: CreditCounts,
  { isNew, isUnproven }: TryRequest,
  { newHosts, hostsPerDomain = Number.MAX_SAFE_INTEGER }: CreditLimits,
  now: number,
): Opening | Refusal {
  const { hosts, tried, unproven, triedAt } = counts;
  if (isNew && hosts >= hostsPerDomain) return 'barren';
  const isForgotten = now - triedAt > forgottenMs;
  const open = Math.max(0, tried - counts.ended);
  const ended = isForgotten ? open : 0;
  const opening = (most: number): Opening => ({
    ...{ hosts: isNew ? 1 : 0, tried: 1, unproven: isUnproven ? 1 : 0, ended, at: now },
    most: { hosts: isNew ? hostsPerDomain - 1 : Number.MAX_SAFE_INTEGER, tried: most },
  });
  // Whether it still brings nothing is looked at once a day.
  if (isBarren(counts) || (isUnproven && unproven >= mostUnproven))
    return now - triedAt >= dayMs ? opening(tried) : 'barren';
  const { brought } = counts.memory ?? emptyMemory;
  const atOnce = Math.max(newHosts, Math.min(mostAtOnce, newHosts + brought));
  const left = atOnce - (isForgotten ? 0 : open);
  return left > 0 ? opening(tried + left - 1) : 'busy';
}

/** Whether a first page says what that of another host said. */
export function isTwin({ memory = emptyMemory }: CreditCounts, { host, sketch }: HostSketch): boolean {
  return memory.sketches.some((known) => known.host !== host && isAlike(known.sketch, sketch));
}

/**
 * Remembers what a try brought.
 * @param gain 1: something new, 0: nothing; undefined: it tells nothing
 * @param newest the first page of a host that brought something new
 */
export function remembered(
  { memory = emptyMemory }: CreditCounts,
  gain: 0 | 1 | undefined,
  newest?: HostSketch,
): TryMemory {
  const others = memory.sketches.filter(({ host }) => host !== newest?.host);
  const sketches = newest === undefined ? memory.sketches : [...others, newest].slice(-maxSketches);
  if (gain === undefined) return { ...memory, sketches };
  const region = { ...emptyRegion(), tries: memory.tries, gains: memory.gains };
  enter(region, gain, 1);
  const { tries, gains } = region;
  return { tries: rounded(tries), gains: rounded(gains), brought: memory.brought + gain, sketches };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** A host that may not be tried asks again after as long as it has waited already, ms: at least, and at most. */
const waits = { busy: { least: 2_000, most: 600_000 }, barren: { least: dayMs, most: 32 * dayMs } } as const;

/** No host that waits while others are being tried asks again later than this, ms. */
export const longestBusyMs = 1.5 * waits.busy.most;

/** No host of a domain that brought nothing asks again later than this, ms. */
export const longestBarrenMs = 1.5 * waits.barren.most;

/** After how many ms a host asks again. @param waited ms since it asked first @param chance from 0 to 1 */
export function waitOf(refusal: Refusal, waited: number, chance: number): number {
  const { least, most } = waits[refusal];
  return Math.round(Math.min(most, Math.max(least, waited)) * (1 + chance / 2));
}
