import type { BundleEntry } from '../../../lib/archive/bundles.ts';
import type { ArchivedFetch, PageMember } from '../../../lib/archive/documents.ts';
import { asRevisit, copiedMember } from '../../../lib/archive/formats.ts';
import { faultOf } from '../../../lib/base/error.ts';
import type { ChangeLine, PageRecord } from '../../../lib/domain/collection/record.ts';
import { besidePages, eachBundle } from '../../../lib/pipeline/collection/each-bundle.ts';
import { snapshotRecords } from '../../../lib/pipeline/collection/snapshot-records.ts';
import type { Installation } from '../../../lib/runtime/shared/installation.ts';
import { bundleFiles, readIndex } from './read-bundle.ts';
import { type BundleFiles, type BundlePlace, openBundleFiles } from './write-bundles.ts';
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
  for await (const line of snapshotRecords(installation.place.ports, job)) {
    if (limits.signal.aborted) break;
    const page = documentedPage(line);
    if (page === undefined || known.has(fetchOf(page.record))) continue;
    const { record, document } = page;
    const bytes = await installation.place.ports.documents.read(document);
    if (bytes === undefined || bytes.length === 0) {
      leftOut.push({ url: record.finalUrl, reason: `its document ${document} is not there` });
      continue;
    }
    try {
      const member = memberOf({ ...page, bytes }, known);
      if (member === undefined) continue;
      if (member.entry.type === 'revisit') revisits += 1;
      files.add(member);
    } catch (error) {
      leftOut.push({ url: record.finalUrl, reason: faultOf(error) });
    }
  }
  await addBeside(task, { files, known, leftOut, signal: limits.signal });
  const bundles = files.end();
  writeIndex(
    directory,
    new Map([...earlier, ...bundles.map((file) => [file, readIndex(directory, file)] as const)]),
  );
  return { pages: files.pages, revisits, bundles, leftOut };
}

/** Adds what answered in place of a page: redirects, errors, robots.txt. */
async function addBeside(
  { installation, job }: ArchiveTask,
  to: {
    readonly files: BundleFiles;
    readonly known: KnownFetches;
    readonly leftOut: { url: string; reason: string }[];
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { ports } = installation.place;
  const of = await installation.job(job);
  for await (const { key } of eachBundle(ports, job)) {
    if (to.signal.aborted) return;
    try {
      for (const { name, url, at, digest } of await besidePages(ports, of, key)) {
        const bytes = to.known.has({ url, at }) ? undefined : await ports.documents.read(name);
        if (bytes === undefined || bytes.length === 0) continue;
        to.files.add(copiedMember(name, bytes));
        to.known.add({ url, at }, digest);
      }
    } catch (error) {
      to.leftOut.push({ url: key, reason: faultOf(error) });
    }
  }
}

interface ArchivedPage {
  readonly record: PageRecord;
  /** Name of its document. */
  readonly document: string;
}

function documentedPage(line: ChangeLine | object): ArchivedPage | undefined {
  if (!('record' in line) || line.record === undefined || line.document === undefined) return undefined;
  return { record: line.record, document: line.document };
}

function fetchOf({ finalUrl, response }: PageRecord): ArchivedFetch {
  return { url: finalUrl, at: response.fetchedAt };
}

/** A document as a page of the archive: a page of a bundle as it is. Undefined: the archive has the fetch that brought it. */
function memberOf(
  { document, bytes }: Pick<ArchivedPage, 'document'> & { readonly bytes: Uint8Array },
  known: KnownFetches,
): PageMember | undefined {
  const member = copiedMember(document, bytes);
  if (known.has(member.entry)) return undefined;
  const first = known.add(member.entry, member.entry.digest);
  return first === undefined ? member : asRevisit(member, first);
}

interface KnownFetches {
  has(fetch: ArchivedFetch): boolean;
  /** Adds a fetch. @returns the one that brought the same payload first */
  add(fetch: ArchivedFetch, digest: string): ArchivedFetch | undefined;
}

/** The fetches that an archive has. */
function knownFetches(entries: readonly BundleEntry[]): KnownFetches {
  const fetches = new Set(entries.map(({ url, at }) => `${at} ${url}`));
  const payloads = new Map<string, ArchivedFetch>();
  for (const { type, digest, url, at } of entries) if (type === 'response') payloads.set(digest, { url, at });
  const nameOf = ({ url, at }: ArchivedFetch): string => `${at} ${url}`;
  return {
    has: (fetch) => fetches.has(nameOf(fetch)),
    add(fetch, digest) {
      fetches.add(nameOf(fetch));
      const first = payloads.get(digest);
      if (first === undefined) payloads.set(digest, { url: fetch.url, at: fetch.at });
      return first;
    },
  };
}
