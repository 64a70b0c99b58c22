import { heldCount } from './counters.ts';
import { dueAt, inSeen, runDue } from './entry.ts';
import { heldTries, place, sift } from './held.ts';
import { isWorthResolving, resolve, uncheckedCount } from './resolve-unchecked.ts';
import { asPulled, ranked } from './store/choose-spilled.ts';
import { compareKeys, pendingSection, visitSection } from './store/section.ts';
import { pullChunk } from './store/section-reader.ts';
import { dropStalePending, dropStaleVisit } from './store/stale.ts';
import type { ChunkedRun, HostBody, SegmentReader } from './store/state.ts';

export interface Preparation {
  /** Epoch ms. */
  readonly now: number;
  /** How many URLs the turn is going to take. */
  readonly wanted: number;
}

/**
 * Brings into the head what `take` needs: the best pending URLs of all runs, and visits that are due. Unchecked links are
 * resolved first when there are many of them, and last when everything else is too little. Reads at most `maxPulls`
 * chunks; a host that needs more is due again at once.
 */
export async function prepare(
  body: HostBody,
  read: SegmentReader,
  { now, wanted }: Preparation,
): Promise<void> {
  sift(body);
  if (isWorthResolving(body)) await resolveAll(body, read);
  if (body.thaw && (body.pending.size < wanted || heldCount(body) <= body.limits.freelyThawed)) thaw(body);
  let pulls = await pullPending(body, read, wanted);
  const share = Math.ceil(wanted * (body.revisitShare ?? 1 / body.limits.dueEvery));
  const wantedDue = Math.min(wanted, Math.max(share, wanted - body.pending.size));
  for (; pulls < body.limits.maxPulls; pulls++) {
    if (!(await pullDue(body, read, now, wantedDue))) break;
  }
  const found = body.pending.size + dueCount(body, now);
  if (found < wanted && uncheckedCount(body) > 0) await resolveAll(body, read);
  if (body.pending.size < wanted) await pullHeld(body, read, now);
}

/** What links turn out to be may change what must wait, and what waits does not count as pending. */
async function resolveAll(body: HostBody, read: SegmentReader): Promise<void> {
  await resolve(body, read);
  sift(body);
}

/** Turns the spilled held URLs into pending runs: each is checked again when its chunk is pulled. */
function thaw(body: HostBody): void {
  body.pendingRuns = [...body.pendingRuns, ...body.heldRuns];
  body.heldRuns = [];
  body.thaw = false;
  body.siftedAt = -1;
  sift(body);
}

/** Brings a chunk of spilled held URLs into the head when one may be tried and the head does not have the best of them. */
async function pullHeld(body: HostBody, read: SegmentReader, now: number): Promise<void> {
  const run = smallest(body.heldRuns, (a, b) => compareKeys(a.min, b.min));
  if (run === undefined || heldTries(body, now).now === 0) return;
  for (const entry of body.held.values()) if (compareKeys(pendingSection.key(entry), run.min) < 0) return;
  const { entries, rest } = await pullChunk(pendingSection, run, body.base, read);
  body.heldRuns = replace(body.heldRuns, run, rest);
  for (const entry of entries) {
    if (!dropStalePending(body, entry)) place(body, asPulled(entry));
  }
}

/** Visits in the head that are due at a time. */
function dueCount(body: HostBody, at: number): number {
  let due = 0;
  for (const { visit } of body.visits.values()) if (dueAt(visit, body.dueBefore) <= at) due++;
  return due;
}

/** Pulls from the run with the best URL until the head has `wanted` URLs that are better than those left in the runs. */
async function pullPending(body: HostBody, read: SegmentReader, wanted: number): Promise<number> {
  let [better, grown] = [0, false];
  for (let pulls = 0; ; pulls++) {
    const run = smallest(body.pendingRuns, (a, b) => compareKeys(a.min, b.min));
    if (run === undefined || pulls === body.limits.maxPulls) return pulls;
    const before = better;
    better = 0;
    for (const entry of body.pending.values()) {
      if (compareKeys(pendingSection.key(ranked(body.order, entry)), run.min) < 0) better++;
    }
    if (better >= wanted) return pulls;
    // What came is worse than was thought when it was spilled: the next may be as well.
    if (grown && better <= before && body.pending.size >= wanted) return pulls;
    const size = body.pending.size;
    const { entries, rest } = await pullChunk(pendingSection, run, body.base, read);
    body.pendingRuns = replace(body.pendingRuns, run, rest);
    for (const entry of entries) {
      if (!dropStalePending(body, entry)) place(body, asPulled(entry));
    }
    grown = body.pending.size > size;
  }
}

/** Pulls from the run with the longest due visit. False: the head has `wanted` visits that are due earlier, or none is due. */
async function pullDue(body: HostBody, read: SegmentReader, now: number, wanted: number): Promise<boolean> {
  const run = smallest(body.visitRuns, (a, b) => runDue(a, body.dueBefore) - runDue(b, body.dueBefore));
  if (run === undefined) return false;
  const since = runDue(run, body.dueBefore);
  if (since > now) return false;
  if (dueCount(body, since) >= wanted) return false;
  const { entries, rest } = await pullChunk(visitSection, run, body.base, read);
  body.visitRuns = replace(body.visitRuns, run, rest);
  for (const entry of entries) {
    if (!dropStaleVisit(body, entry)) body.visits.set(entry.visit.url, { ...entry, seen: inSeen.current });
  }
  return true;
}

function smallest<R>(runs: readonly R[], compare: (a: R, b: R) => number): R | undefined {
  return runs.reduce<R | undefined>(
    (best, run) => (best === undefined || compare(run, best) < 0 ? run : best),
    undefined,
  );
}

function replace<R extends ChunkedRun>(runs: readonly R[], run: R, rest: R | undefined): readonly R[] {
  return runs.flatMap((other) => (other !== run ? [other] : rest === undefined ? [] : [rest]));
}
