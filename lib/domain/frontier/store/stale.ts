import { fingerprint } from '../../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import type { PendingEntry, VisitEntry } from '../entry.ts';
import type { HostBody } from './state.ts';

/**
 * A URL has one live copy: in the head or in one run. When the head takes over a URL whose copy is still in a run (a
 * better rank, a visit that a person asked for), a mark identifies the stale copy: fingerprint and rank, or fingerprint,
 * time of the visit and time of the next. Newer copies differ in these. Each mark is removed when its copy leaves the run.
 */
export function notePendingCopy(body: HostBody, url: CanonicalUrl, rank: number): void {
  body.stalePending.add(`${fingerprint(body.fingerprintKey, url)}:${rank}`);
}

export function noteVisitCopy(body: HostBody, entry: VisitEntry): void {
  body.staleVisits.add(visitMark(body, entry));
}

function visitMark(body: HostBody, { visit }: VisitEntry): string {
  return `${fingerprint(body.fingerprintKey, visit.url)}:${visit.at}/${visit.next ?? ''}`;
}

function pendingMark(body: HostBody, entry: PendingEntry): string {
  return `${fingerprint(body.fingerprintKey, entry.url)}:${entry.rank}`;
}

export function isStalePending(body: HostBody, entry: PendingEntry): boolean {
  return body.stalePending.size > 0 && body.stalePending.has(pendingMark(body, entry));
}

export function isStaleVisit(body: HostBody, entry: VisitEntry): boolean {
  return body.staleVisits.size > 0 && body.staleVisits.has(visitMark(body, entry));
}

/** Whether this copy, which has just left its run, was stale; removes its mark. */
export function dropStalePending(body: HostBody, entry: PendingEntry): boolean {
  return body.stalePending.size > 0 && body.stalePending.delete(pendingMark(body, entry));
}

export function dropStaleVisit(body: HostBody, entry: VisitEntry): boolean {
  return body.staleVisits.size > 0 && body.staleVisits.delete(visitMark(body, entry));
}
