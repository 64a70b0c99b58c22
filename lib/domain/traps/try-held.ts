import { comparePending, type PendingEntry } from '../frontier/entry.ts';
import type { HeldTries } from '../frontier/order.ts';
import type { TrapAccounts, TrapKind } from './accounts.ts';
import type { TrapSettings } from './policy.ts';
import { isOfMadeUp } from './region.ts';
import { type Shape, shapeOf } from './shape.ts';
import { wasMet } from './token-rules.ts';
import { chanceOf, type Held } from './verdict.ts';

/** First visits that pay for one appeal. */
const pagesPerAppeal = 200;
const leastChance = 0.26;
/** URLs of a pattern times their chance; less is not worth a fetch. */
const leastGain = 0.8;
/** Verdicts about which a page's text may mislead; the others are plain from URLs. */
const doubtful: ReadonlySet<TrapKind> = new Set(['near-duplicate', 'duplicate', 'redirect', 'combination']);

/**
 * How many held URLs may be tried all the same: `any`, a small share of what the host brought, and `chosen`, appeals of
 * doubtful verdicts.
 */
export function triesLeft(accounts: TrapAccounts, { retryShare }: TrapSettings): HeldTries {
  const { productive, barren, appeals } = accounts;
  return {
    any: Math.max(0, Math.floor((productive * retryShare) / 100) - barren),
    chosen: Math.round((productive + barren) / pagesPerAppeal) - appeals,
  };
}

/** The held URL that is most worth a try: of the pattern that was tried least. */
export function bestHeld(accounts: TrapAccounts, held: Iterable<PendingEntry>): PendingEntry | undefined {
  let best: (HeldCandidate & { readonly tried: number }) | undefined;
  for (const entry of held) {
    const shape = shapeOf(entry.url);
    const isLast = shape.sign?.certain || isOfMadeUp(accounts, entry.from);
    const tried = (isLast ? 1_000 : 0) + (accounts.patterns.get(shape.pattern)?.visits ?? 0);
    if (best !== undefined && best.tried < tried) continue;
    const candidate = { tried, ...heldCandidate(accounts, entry, shape) };
    if (best === undefined || tried < best.tried || compareHeld(candidate, best) < 0) best = candidate;
  }
  return best?.entry;
}

interface HeldCandidate {
  readonly entry: PendingEntry;
  /** Its page was visited under another id, so a visit would say nothing about the ids of other URLs. */
  readonly met: boolean;
}

function heldCandidate({ rules }: TrapAccounts, entry: PendingEntry, { token }: Shape): HeldCandidate {
  return { entry, met: token && wasMet(rules, entry.url) };
}

/** For URLs of one pattern: the URL whose visit says more comes first. */
function compareHeld(one: HeldCandidate, other: HeldCandidate): number {
  return Number(one.met) - Number(other.met) || comparePending(one.entry, other.entry);
}

/**
 * The held URL whose verdict is most doubtful, once no other URL waits: of the pattern that most likely brings something
 * new, and has the most held URLs. Undefined where no verdict is doubtful.
 */
export function appeal(
  accounts: TrapAccounts,
  held: Iterable<PendingEntry>,
  holdOf: (entry: PendingEntry) => Held | undefined,
): PendingEntry | undefined {
  const byPattern = new Map<string, { readonly chance: number; best: HeldCandidate; count: number }>();
  for (const entry of held) {
    const shape = shapeOf(entry.url);
    const known = byPattern.get(shape.pattern);
    const verdict = holdOf(entry);
    if (shape.sign !== undefined || verdict === undefined || !doubtful.has(verdict.kind)) continue;
    const candidate = heldCandidate(accounts, entry, shape);
    if (known === undefined) {
      byPattern.set(shape.pattern, { chance: chanceOf(accounts, shape), best: candidate, count: 1 });
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
