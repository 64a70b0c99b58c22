import { setTimeout as sleep } from 'node:timers/promises';
import type { Status } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { formatCount, formatDuration, formatNumber } from '../../render/base/quantity.ts';

/** Between two looks, doubled from the first to the last: on AWS each look reads the small items of all hosts. */
const firstLookMs = 5_000;
const lastLookMs = 120_000;

export interface WaitOptions {
  readonly status: () => Promise<Status>;
  /** What is due within this is waited for (`crawl.patience`). */
  readonly patienceMs: number;
  /** By default the machine's. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Waits until a crawl that somebody else runs comes to rest: nobody is at work, and nothing is due within its patience, or nothing
 * moves for a reason that only people can mend. Says on standard error how it goes; an interruption ends the waiting, not the crawl.
 * @returns how it stands then
 */
export async function waitForRest({ status, patienceMs, pause }: WaitOptions, io: Io): Promise<Status> {
  const signal = io.interrupted();
  const rest = pause ?? ((ms, stop) => sleep(ms, undefined, { signal: stop }));
  const begun = Date.now();
  let before: number | undefined;
  for (let waitMs = firstLookMs; ; waitMs = Math.min(2 * waitMs, lastLookMs)) {
    const now = await status();
    if (signal.aborted || isAtRest(now, Date.now(), patienceMs)) return now;
    if (now.fetched !== before) waitMs = firstLookMs;
    before = now.fetched;
    io.err(`${progress(now, Date.now() - begun)}\n`);
    await rest(waitMs, signal).catch(() => undefined);
    if (!signal.aborted) continue;
    io.err('no longer waiting; the crawl goes on\n');
    return await status();
  }
}

/** @param now epoch ms */
export function isAtRest(status: Status, now: number, patienceMs: number): boolean {
  const { state, hosts, nextDueAt, dueLagMs, reasons } = status;
  if (state !== 'open') return hosts.ticketed === 0;
  // Links to other hosts may be all that is left of a crawl that has just begun.
  if (hosts.ticketed > 0 || isRecycled(status)) return false;
  if (reasons.length > 0 && (nextDueAt === undefined || nextDueAt - now > patienceMs)) return true;
  return dueLagMs === undefined && (nextDueAt === undefined || nextDueAt - now > patienceMs);
}

/** Whether the recycler will hand links on by itself. */
function isRecycled({ openSegments, left = [], failing }: Status): boolean {
  const isHeldBack = left.some(({ why }) => why === 'segments');
  return openSegments > 0 && !isHeldBack && failing === undefined;
}

function progress({ fetched, pending, hosts }: Status, elapsedMs: number): string {
  return [
    formatDuration(Math.floor(elapsedMs / 1_000) * 1_000),
    formatCount(fetched, 'page'),
    `${formatNumber(hosts.ticketed)} of ${formatCount(hosts.due + hosts.ticketed, 'host')} at work`,
    `${formatNumber(pending)} pending`,
  ].join(' · ');
}
