import { WinnowError } from '../../base/error.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { countRequisite } from './counters.ts';
import { inSeen, type Visit, type Work } from './entry.ts';
import { place } from './held.ts';
import type { HostBody } from './store/state.ts';

/**
 * Enters the outcome of the visit of a URL in progress.
 * @throws WinnowError `internal` when the URL is not in progress
 */
export function settle(body: HostBody, visit: Visit): void {
  const begun = release(body, visit.url);
  const { rank, hops, role, seen } = begun.entry;
  if (begun.kind === 'pending') countRequisite(body, { role }, 1);
  const stale = begun.kind === 'pending' && seen === inSeen.current;
  body.visits.set(visit.url, { visit, rank, hops, role, seen: stale ? inSeen.stale : seen });
}

/** Ends a pending URL of the head without a visit: it never gets one. @param visit its outcome */
export function endPending(body: HostBody, visit: Visit): void {
  const entry = body.pending.get(visit.url);
  if (entry === undefined) return;
  body.pending.delete(visit.url);
  body.inProgress.set(visit.url, { kind: 'pending', entry });
  settle(body, visit);
}

/**
 * Puts a URL in progress back as it was taken.
 * @throws WinnowError `internal` when the URL is not in progress
 */
export function putBack(body: HostBody, work: Pick<Work, 'url'>): void {
  const begun = release(body, work.url);
  if (begun.kind === 'pending') place(body, begun.entry);
  else body.visits.set(work.url, begun.entry);
}

function release(body: HostBody, url: CanonicalUrl) {
  const begun = body.inProgress.get(url);
  if (begun === undefined) throw new WinnowError('internal', `${url} was settled and is not in progress`);
  body.inProgress.delete(url);
  return begun;
}
