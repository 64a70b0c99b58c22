import { setTimeout as sleep } from 'node:timers/promises';
import { formatCount, formatDuration, formatNumber } from '../../../lib/base/quantity.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';

/** Waits between two reads of the status: each is twice the previous wait, up to the last, because on AWS each read reads the controls of all hosts. */
const firstWaitMs = 5_000;
const longestWaitMs = 120_000;

export interface WaitOptions {
  readonly status: () => Promise<Status>;
  /** Epoch ms by the clock of what runs the crawl. */
  readonly now: () => number;
  /** The wait goes on while a host is due within this time (`crawl.patience`). */
  readonly patienceMs: number;
  /** Waits `ms`; by default a timer of this machine. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Waits until a crawl that other processes run is at rest: no turn runs, and nothing is due within the patience, or nothing
 * is fetched for a reason that only people can remove. Prints progress on standard error. An interruption ends the wait, not the crawl.
 * @returns the status at the end of the wait
 */
export async function waitForRest(
  { status, now: clock, patienceMs, pause }: WaitOptions,
  io: Io,
): Promise<Status> {
  const signal = io.interrupted();
  const wait = pause ?? ((ms, stop) => sleep(ms, undefined, { signal: stop }));
  const startedAt = clock();
  let fetchedBefore: number | undefined;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    const now = await status();
    if (signal.aborted || isAtRest(now, clock(), patienceMs)) return now;
    if (now.fetched !== fetchedBefore) waitMs = firstWaitMs;
    fetchedBefore = now.fetched;
    io.err(`${formatProgress(now, clock() - startedAt)}\n`);
    await wait(waitMs, signal).catch(() => undefined);
    if (!signal.aborted) continue;
    io.err('no longer waiting; the crawl continues\n');
    return await status();
  }
}

/** Whether a crawl is at rest, as `waitForRest` defines it. @param now epoch ms */
export function isAtRest(status: Status, now: number, patienceMs: number): boolean {
  const { state, hosts, nextDueAt, dueLagMs, reasons, outcomes } = status;
  if (state !== 'open') return hosts.ticketed === 0;
  // A crawl that has just begun may have nothing left but links that the recycler has yet to deliver.
  if (hosts.ticketed > 0 || hasRecyclableLinks(status)) return false;
  // A host is woken when a document of its is converted.
  if ((outcomes.converting ?? 0) > 0) return false;
  if (reasons.length > 0 && (nextDueAt === undefined || nextDueAt - now > patienceMs)) return true;
  return dueLagMs === undefined && (nextDueAt === undefined || nextDueAt - now > patienceMs);
}

/** Whether the recycler will deliver links without a command. */
function hasRecyclableLinks({ openSegments, left = [], failing }: Status): boolean {
  const isHeldBack = left.some(({ why }) => why === 'segments');
  return openSegments > 0 && !isHeldBack && failing === undefined;
}

function formatProgress({ fetched, pending, hosts }: Status, elapsedMs: number): string {
  return [
    formatDuration(Math.floor(elapsedMs / 1_000) * 1_000),
    formatCount(fetched, 'page'),
    `${formatNumber(hosts.ticketed)} of ${formatCount(hosts.due + hosts.ticketed, 'host')} at work`,
    `${formatNumber(pending)} pending`,
  ].join(' · ');
}
