import type { CanonicalUrl } from '../url/url.ts';
import { type Estimate, estimate } from './estimate.ts';
import { positionOf, type Yields } from './yields.ts';

/** A URL that waits for its first visit. */
export interface WaitingUrl {
  readonly url: CanonicalUrl;
  /** Id of the link region on whose page it was found; 0: none of this host. */
  readonly from: number;
  /** Smaller goes first. */
  readonly rank: number;
  /** Order of arrival. */
  readonly seq: number;
}

/** `due`: nothing holds it. `retry`: it is held, and the host has doubled since. `appeal`: nothing else of the host is left. */
export interface Choice<W extends WaitingUrl> {
  readonly entry: W;
  readonly why: 'due' | 'retry' | 'appeal';
}

/** Levels of the bound of a yield; within one, the rank decides. What is as good as new stands in the first. */
const levels = 10;
const goodBound = 0.8;
/** A region that is held gets its first further try when its host has made so many fetches. */
const firstRetry = 20;
/** Tries of what is held when nothing else is left: one, and one more for so many fetches. */
const fetchesPerAppeal = 200;

/**
 * The next of the URLs of a host: the best that is not held; before it, one of a held region whose time has come.
 * Undefined: all of them are held until tomorrow.
 * @param isDayOver one held URL may go, whatever was tried before
 */
export function choose<W extends WaitingUrl>(
  yields: Yields,
  waiting: Iterable<W>,
  isDayOver = false,
): Choice<W> | undefined {
  let due: Candidate<W> | undefined;
  let retry: Candidate<W> | undefined;
  let appeal: Candidate<W> | undefined;
  const { fetched } = yields.host;
  for (const entry of waiting) {
    const candidate = { entry, expected: estimate(yields, positionOf(yields, entry.url, entry.from)) };
    const held = candidate.expected.held?.region;
    if (held === undefined) {
      due = better(candidate, due);
      continue;
    }
    if (held.retryAt === 0) held.retryAt = Math.max(firstRetry, 2 * fetched);
    if (fetched >= held.retryAt) retry = better(candidate, retry);
    appeal = better(candidate, appeal);
  }
  if (retry?.expected.held !== undefined) {
    retry.expected.held.region.retryAt = 2 * fetched;
    return { entry: retry.entry, why: 'retry' };
  }
  if (due !== undefined) return { entry: due.entry, why: 'due' };
  if (appeal === undefined) return undefined;
  if (!isDayOver && yields.appeals >= 1 + fetched / fetchesPerAppeal) return undefined;
  if (!isDayOver) yields.appeals++;
  return { entry: appeal.entry, why: 'appeal' };
}

interface Candidate<W extends WaitingUrl> {
  readonly entry: W;
  readonly expected: Estimate;
}

function better<W extends WaitingUrl>(one: Candidate<W>, other: Candidate<W> | undefined): Candidate<W> {
  if (other === undefined) return one;
  const order =
    levelOf(one.expected) - levelOf(other.expected) ||
    one.entry.rank - other.entry.rank ||
    one.entry.seq - other.entry.seq;
  return order < 0 ? one : other;
}

function levelOf({ bound }: Estimate): number {
  return bound >= goodBound ? 0 : Math.floor((1 - bound) * levels);
}

/** Whether a link from another page speaks more for a URL that waits than what is known of it. */
export function speaksFor(yields: Yields, url: CanonicalUrl, known: number, found: number): boolean {
  if (known === found) return false;
  const [before, now] = [known, found].map((from) => estimate(yields, positionOf(yields, url, from)).bound);
  return (now as number) > (before as number);
}
