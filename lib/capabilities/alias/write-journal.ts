import { gzipSync } from 'node:zlib';
import { defined } from '../../base/defined.ts';
import { presentName } from '../../base/url/present-name.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import {
  type HostBody,
  pendingEntries,
  resolve,
  type SegmentReader,
  visitEntries,
} from '../../domain/frontier/body.ts';
import { quantise } from '../../domain/frontier/entry.ts';
import { decodeInboxMessage } from '../../domain/inbox/inbox-item.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { readHost } from '../../pipeline/frontier/read-host.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';

import { type JournalEntry, type JournalName, type Known, partName } from './journal.ts';

/** Entries of a part; a turn reads it whole. */
const perPart = 100;
/** Entries for which the preferred host is read once; they are in memory together. */
const perReading = 10_000;
const readAtOnce = 16;

type Journaling = Pick<Ports, 'hosts' | 'segments' | 'records'>;

/**
 * Writes down what an alias knows, and what the preferred host knows of the same pages. Also works beside a crawl: what the
 * hosts find later is not in the journal.
 * @param settings those with the alias
 * @returns the number of URLs, and of parts
 */
export async function writeJournal(
  ports: Journaling,
  job: Job,
  alias: HostName,
  name: JournalName,
  settings: Pick<JobSettings, 'url'>,
): Promise<{ readonly urls: number; readonly parts: number }> {
  const key = { job: job.name, host: name.preferred };
  let [urls, parts] = [0, 0];
  const write = async (known: readonly Known[]): Promise<void> => {
    const entries = await completed(ports, job, name.preferred, known, settings);
    for (let start = 0; start < entries.length; start += perPart) {
      const bytes = gzipSync(JSON.stringify(entries.slice(start, start + perPart)));
      await ports.segments.put(key, partName(name, parts), bytes);
      parts += 1;
    }
    urls += entries.length;
  };
  let attempt = 0;
  await readHost(ports, job, alias, async (body, read) => {
    // The host had a turn in between, and is read anew.
    if (attempt > 0) await ports.segments.delete(key, partsOf(name, parts));
    attempt += 1;
    [urls, parts] = [0, 0];
    let batch: Known[] = [];
    for await (const known of allKnown(ports, { job: job.name, host: alias }, body, read)) {
      // Of a host that is made https, its https URLs stay.
      if (presentName(settings, urlOf(known)) === urlOf(known)) continue;
      batch.push(known);
      if (batch.length < perReading) continue;
      await write(batch);
      batch = [];
    }
    await write(batch);
  });
  return { urls, parts };
}

export function partsOf(name: Pick<JournalName, 'id'>, parts: number): readonly string[] {
  return Array.from({ length: parts }, (_, part) => partName(name, part));
}

/** Inbox items that are looked through; what does not fit into the inbox of a turn or two is rare. */
const inboxItems = 1_000;

/** @param body one that is not stored again */
async function* allKnown(
  { hosts }: Pick<Ports, 'hosts'>,
  key: HostKey,
  body: HostBody,
  read: SegmentReader,
): AsyncGenerator<Known> {
  const arriving = new Map<CanonicalUrl, Known>();
  for (const { bytes } of await hosts.inbox(key, inboxItems))
    for (const { url, depth, rank, hops = 0, role } of decodeInboxMessage(bytes).candidates)
      if (hostOf(url) === key.host)
        arriving.set(url, { pending: { url, depth, rank: quantise(rank), hops, role, from: 0 } });
  await resolve(body, read);
  for await (const { url, depth, rank, hops, role, from } of pendingEntries(body, read)) {
    arriving.delete(url);
    yield { pending: { url, depth, rank, hops, role, from } };
  }
  for await (const { visit, rank, hops, role } of visitEntries(body, read)) {
    arriving.delete(visit.url);
    yield { visit: { visit, rank, hops, role } };
  }
  yield* arriving.values();
}

function urlOf(known: Known): CanonicalUrl {
  return 'pending' in known ? known.pending.url : known.visit.visit.url;
}

/** Adds the records of pages, and what the preferred host knows of them. */
async function completed(
  ports: Journaling,
  job: Job,
  preferred: HostName,
  all: readonly Known[],
  settings: Pick<JobSettings, 'url'>,
): Promise<readonly JournalEntry[]> {
  const named = all.map((was) => ({ url: urlOf(was), to: presentName(settings, urlOf(was)), was }));
  const names = new Set(named.map(({ to }) => to));
  const owned = new Map<CanonicalUrl, Known>();
  await readHost(ports, job, preferred, async (body, read) => {
    owned.clear();
    for await (const known of allKnown(ports, { job: job.name, host: preferred }, body, read))
      if (names.has(urlOf(known))) owned.set(urlOf(known), known);
  });
  const records = new Map<CanonicalUrl, RecordEntry>();
  await sideBySide(named, readAtOnce, async ({ url, was }) => {
    const md5 = 'visit' in was ? was.visit.visit.md5 : undefined;
    const record = md5 === undefined ? undefined : await ports.records.record(job.name, md5);
    if (record !== undefined) records.set(url, record);
  });
  return named.map((one) => ({
    ...one,
    ...defined({ record: records.get(one.url), own: owned.get(one.to) }),
  }));
}
