import { gunzipSync } from 'node:zlib';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { PendingEntry, VisitEntry } from '../../domain/frontier/entry.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';

/** What a host knows of a URL: it waits, or was visited. */
export type Known =
  | { readonly pending: Omit<PendingEntry, 'seq' | 'seen'> }
  | { readonly visit: Omit<VisitEntry, 'seen'> };

/** What an alias knew of a URL before its group was applied. */
export interface JournalEntry {
  readonly url: CanonicalUrl;
  /** Its name at the preferred host. */
  readonly to: CanonicalUrl;
  readonly was: Known;
  /** The register's entry of its record, by which its text is found even when no URL leads to it any more. */
  readonly record?: RecordEntry;
  /** What the preferred host knew of the page; absent: nothing. */
  readonly own?: Known;
}

/** What the journal of an alias is stored under: a segment of the preferred host for each part. */
export interface JournalName {
  readonly preferred: HostName;
  /** Unlike for each try. */
  readonly id: string;
}

/** More than any part has. */
const maxPartBytes = 64_000_000;

/** The segment with a part of a journal, from 0. */
export function partName({ id }: Pick<JournalName, 'id'>, part: number): string {
  return `alias-${id}-${part}`;
}

/** @throws WinnowError `not-found` where the part was deleted */
export async function readPart(
  { segments }: Pick<Ports, 'segments'>,
  key: HostKey,
  name: Pick<JournalName, 'id'>,
  part: number,
): Promise<readonly JournalEntry[]> {
  const bytes = await segments.read(key, partName(name, part), 0, maxPartBytes);
  return JSON.parse(gunzipSync(bytes).toString()) as readonly JournalEntry[];
}
