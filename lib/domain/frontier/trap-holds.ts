import type { TrapKind } from '../traps/accounts.ts';
import type { TrapSettings } from '../traps/policy.ts';
import { isOfMadeUp } from '../traps/region.ts';
import { type Shape, shapeOf } from '../traps/shape.ts';
import { preferred, wasMet, wasVisited } from '../traps/token-rules.ts';
import { chanceOf, type Held, heldBy } from '../traps/verdict.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { heldCount } from './counters.ts';
import { comparePending, inSeen, isAsked, type PendingEntry } from './entry.ts';
import { isKnown } from './is-known.ts';
import { compareKeys, pendingSection } from './store/section.ts';
import type { HostBody } from './store/state.ts';

/** Sets the trap settings of this turn. URLs that were held under other settings are checked again. */
export function watchTraps(body: HostBody, settings: TrapSettings): void {
  body.trapSettings = settings;
  const { hold, patience, retryShare, accept } = settings;
  const key = JSON.stringify([hold, patience, retryShare, ...accept]);
  if (key === body.trapKey) return;
  body.trapKey = key;
  body.thaw = body.heldRuns.length > 0;
  body.siftedAt = -1;
}

/** Why a pending URL is held; undefined when it is not. */
export function holdOf(body: HostBody, entry: PendingEntry): Held | undefined {
  if (isAsked(entry)) return undefined;
  const shape = shapeOfEntry(entry);
  if (shape.token && body.trapSettings.hold && wasVisited(body.traps.rules, entry.url)) {
    return { kind: 'session', pattern: shape.pattern };
  }
  return heldBy(body.traps, body.trapSettings, shape, entry.from);
}

/**
 * Notes a link to a pending URL: if so far only pages that the host makes up linked to it, and this page is none of them,
 * those links count no more.
 */
export function creditLink(body: HostBody, entry: PendingEntry, from: number): void {
  if (entry.from === from || !isOfMadeUp(body.traps, entry.from) || isOfMadeUp(body.traps, from)) return;
  entry.from = from;
  if (body.held.delete(entry.url)) place(body, entry);
}

export function shapeOfEntry(entry: PendingEntry): Shape {
  entry.shape ??= shapeOf(entry.url);
  return entry.shape;
}

/** Puts a URL among the pending or the held ones. */
export function place(body: HostBody, entry: PendingEntry): void {
  const url = isAsked(entry) ? entry.url : oneSpelling(body, entry.url);
  if (url !== entry.url) respell(body, entry, url);
  else (holdOf(body, entry) === undefined ? body.pending : body.held).set(url, entry);
}

/** The spelling under which this host's pages are visited: ids that say nothing are replaced by one and the same. */
export function oneSpelling({ traps, trapSettings }: HostBody, url: CanonicalUrl): CanonicalUrl {
  return traps.rules.size === 0 || !trapSettings.hold ? url : preferred(traps.rules, url);
}

/** Enters the URL under another spelling, unless that is known. */
function respell(body: HostBody, { depth, rank, hops, seq, from }: PendingEntry, url: CanonicalUrl): void {
  if (isKnown(body, url)) return;
  if (body.seenRuns.length > 0) body.unchecked.set(url, { url, depth, rank, hops, seq, from, hits: 1 });
  else place(body, { url, depth, rank, hops, seq, from, seen: inSeen.none });
}

/** Checks the pending and held URLs of the head again: holds those that are to be held, and lets the others go. */
export function sift(body: HostBody): void {
  const { traps, pending, held } = body;
  if (body.siftedAt === traps.epoch) return;
  if (traps.opened && body.heldRuns.length > 0) body.thaw = true;
  traps.opened = false;
  body.siftedAt = traps.epoch;
  for (const entry of pending.values()) {
    if (holdOf(body, entry) === undefined && oneSpelling(body, entry.url) === entry.url) continue;
    pending.delete(entry.url);
    place(body, entry);
  }
  for (const entry of [...held.values()]) {
    // Better held URLs that were spilled go first.
    if (body.heldRuns.some(({ min }) => compareKeys(pendingSection.key(entry), min) > 0)) continue;
    held.delete(entry.url);
    place(body, entry);
  }
}

/** How many held URLs may be tried all the same: a small share of what the host brought. */
export function retries({ traps, trapSettings }: HostBody): number {
  return Math.max(0, Math.floor((traps.productive * trapSettings.retryShare) / 100) - traps.barren);
}

/** The held URL that is most worth a try: of the pattern that was tried least. */
export function bestHeld(body: HostBody): PendingEntry | undefined {
  const { patterns } = body.traps;
  let best: (HeldCandidate & { readonly tried: number }) | undefined;
  for (const entry of body.held.values()) {
    const { pattern, sign } = shapeOfEntry(entry);
    const isLast = sign?.certain || isOfMadeUp(body.traps, entry.from);
    const tried = (isLast ? 1_000 : 0) + (patterns.get(pattern)?.visits ?? 0);
    if (best !== undefined && best.tried < tried) continue;
    const candidate = { tried, ...heldCandidate(body, entry) };
    if (best === undefined || tried < best.tried || compareHeld(candidate, best) < 0) best = candidate;
  }
  return best?.entry;
}

interface HeldCandidate {
  readonly entry: PendingEntry;
  /** Its page was visited under another id, so a visit would say nothing about the ids of other URLs. */
  readonly met: boolean;
}

function heldCandidate({ traps }: HostBody, entry: PendingEntry): HeldCandidate {
  return { entry, met: shapeOfEntry(entry).token && wasMet(traps.rules, entry.url) };
}

/** For URLs of one pattern: the URL whose visit says more comes first. */
function compareHeld(one: HeldCandidate, other: HeldCandidate): number {
  return Number(one.met) - Number(other.met) || comparePending(one.entry, other.entry);
}

/** First visits that pay for one appeal. */
const pagesPerAppeal = 200;
const leastChance = 0.26;
/** URLs of a pattern times their chance; less is not worth a fetch. */
const leastGain = 0.8;
/** Verdicts about which a page's text may mislead; the others are plain from URLs. */
const doubtful: ReadonlySet<TrapKind> = new Set(['near-duplicate', 'duplicate', 'redirect', 'combination']);

/**
 * The held URL whose verdict is most doubtful, once no other URL waits: of the pattern that most likely brings something
 * new, and has the most held URLs. Undefined where no verdict is doubtful, or no appeal is paid for.
 */
export function appeal(body: HostBody): PendingEntry | undefined {
  const { traps } = body;
  if (body.held.size === 0 || appealsLeft(body) <= 0) return undefined;
  const byPattern = new Map<string, { readonly chance: number; best: HeldCandidate; count: number }>();
  for (const entry of body.held.values()) {
    const shape = shapeOfEntry(entry);
    const known = byPattern.get(shape.pattern);
    const verdict = holdOf(body, entry);
    if (shape.sign !== undefined || verdict === undefined || !doubtful.has(verdict.kind)) continue;
    const candidate = heldCandidate(body, entry);
    if (known === undefined) {
      byPattern.set(shape.pattern, { chance: chanceOf(traps, shape), best: candidate, count: 1 });
    } else {
      known.count++;
      if (compareHeld(candidate, known.best) < 0) known.best = candidate;
    }
  }
  const [first] = [...byPattern.values()]
    .filter(({ chance, count }) => chance >= leastChance && chance * count >= leastGain)
    .sort((a, b) => b.chance - a.chance || b.count - a.count || comparePending(a.best.entry, b.best.entry));
  return first?.best.entry;
}

export function appealsLeft({ traps }: HostBody): number {
  return Math.round((traps.productive + traps.barren) / pagesPerAppeal) - traps.appeals;
}

/** Whether a held URL may be taken. */
export function mayRetry(body: HostBody): boolean {
  if (heldCount(body) === 0) return false;
  return retries(body) > 0 || (body.thaw && body.heldRuns.length > 0) || appeal(body) !== undefined;
}
