import type { Fingerprint } from '../fingerprint.ts';
import { fingerprint } from '../fingerprint.ts';
import { type Pending, rankOf, type Visit } from './entry.ts';
import type { HostBody, SegmentReader } from './state.ts';

/** A URL of a host and how far it has come. */
export type Page = ({ readonly state: 'pending' } & Pending) | ({ readonly state: 'visited' } & Visit);

/** Every page of a host, each once, in no order that means anything. Links that are still unchecked are left out. */
export async function* visits(body: HostBody, _read: SegmentReader): AsyncGenerator<Page> {
  for (const { url, depth, rank } of body.pending.values()) {
    yield { state: 'pending', url, depth, rank: rankOf(rank) };
  }
  for (const { visit } of body.visits.values()) yield { state: 'visited', ...visit };
}

/** One page of a host, found by reading on until it comes: for people's questions, not for turns. */
export async function find(
  body: HostBody,
  seen: Fingerprint,
  read: SegmentReader,
): Promise<Page | undefined> {
  for await (const page of visits(body, read)) {
    if (fingerprint(body.fingerprintKey, page.url) === seen) return page;
  }
  return undefined;
}
