import { faultOf } from '../../../lib/domain/base/error.ts';
import type { ChangeLine, PageRecord } from '../../../lib/domain/collection/record.ts';
import type { BundleEntry } from '../../../lib/domain/warc/bundle-index.ts';
import { type ArchivedFetch, payloadOfPage } from '../../../lib/domain/warc/page-record.ts';
import type { Installation } from '../../../lib/runtime/shared/installation.ts';
import { bundleFiles, readIndex } from './read-bundle.ts';
import { type BundlePlace, openBundleFiles } from './write-bundles.ts';
import { writeIndex } from './write-index.ts';

export interface ArchiveTask extends BundlePlace {
  readonly installation: Installation;
}

export interface ArchiveLimits {
  /** A bundle that has this many bytes gets no further page. */
  readonly maxBytes: number;
  /** When it aborts, what was written so far is finished and indexed. */
  readonly signal: AbortSignal;
}

export interface WrittenArchive {
  /** New pages, revisits included. */
  readonly pages: number;
  readonly revisits: number;
  /** Names of new bundles. */
  readonly bundles: readonly string[];
  readonly leftOut: readonly { readonly url: string; readonly reason: string }[];
}

/**
 * Adds the pages of a job that have a raw document and are not in the archive yet. A fetch is known by its URL and time; one
 * that brought a payload that the archive has becomes a `revisit`.
 */
export async function writeArchive(task: ArchiveTask, limits: ArchiveLimits): Promise<WrittenArchive> {
  const { installation, job, directory } = task;
  const earlier = bundleFiles(directory).map((file) => [file, readIndex(directory, file)] as const);
  const known = knownFetches(earlier.flatMap(([, entries]) => entries));
  const files = openBundleFiles(task, limits.maxBytes);
  const leftOut: { url: string; reason: string }[] = [];
  let revisits = 0;
  for await (const line of installation.events.snapshot(job)) {
    if (limits.signal.aborted) break;
    const page = documentedPage(line);
    if (page === undefined || known.has(page.record)) continue;
    const { record, document } = page;
    const gzip = await installation.document(document);
    if (gzip === undefined) {
      leftOut.push({ url: record.finalUrl, reason: `its document ${document} is not there` });
      continue;
    }
    try {
      const payload = payloadOfPage({ record, gzip });
      const first = known.add(record, payload.digest);
      if (first !== undefined) revisits += 1;
      files.add(record, payload, first);
    } catch (error) {
      leftOut.push({ url: record.finalUrl, reason: faultOf(error) });
    }
  }
  const bundles = files.end();
  writeIndex(
    directory,
    new Map([...earlier, ...bundles.map((file) => [file, readIndex(directory, file)] as const)]),
  );
  return { pages: files.pages, revisits, bundles, leftOut };
}

function documentedPage(
  line: ChangeLine | object,
): { readonly record: PageRecord; readonly document: string } | undefined {
  if (!('record' in line) || line.record === undefined || line.document === undefined) return undefined;
  return { record: line.record, document: line.document };
}

/** The fetches that an archive has. */
function knownFetches(entries: readonly BundleEntry[]): {
  has(record: PageRecord): boolean;
  /** Adds a fetch. @returns the one that brought the same payload first */
  add(record: PageRecord, digest: string): ArchivedFetch | undefined;
} {
  const fetches = new Set(entries.map(({ url, at }) => `${at} ${url}`));
  const payloads = new Map<string, ArchivedFetch>();
  for (const { type, digest, url, at } of entries) if (type === 'response') payloads.set(digest, { url, at });
  const nameOf = ({ finalUrl, response }: PageRecord): string => `${response.fetchedAt} ${finalUrl}`;
  return {
    has: (record) => fetches.has(nameOf(record)),
    add(record, digest) {
      fetches.add(nameOf(record));
      const first = payloads.get(digest);
      if (first === undefined) payloads.set(digest, { url: record.finalUrl, at: record.response.fetchedAt });
      return first;
    },
  };
}
