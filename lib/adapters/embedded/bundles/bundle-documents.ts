import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { BundleEntry } from '../../../archive/bundles.ts';
import {
  type Compress,
  documentName,
  encodePage,
  type FetchedDocument,
  memberPlace,
  type PageMember,
} from '../../../archive/documents.ts';
import { bundleEndingOf, type Compression, compressionOf, encodeParts } from '../../../archive/formats.ts';
import { isOutage } from '../../../base/error.ts';
import type { BundlePage, DocumentStore } from '../../../ports/documents.ts';
import { type Files, nodeFiles } from '../files/files.ts';
import { bundleFolder, bundleKeys } from './bundle-paths.ts';
import { beginBundleFile, type OpenBundle } from './open-bundle.ts';
import { readStoredBundle } from './stored-bundle.ts';

/** A bundle that has so many bytes, or is so old, gets no further page. */
const maxBytes = 256_000_000;
const maxAgeMs = 86_400_000;
/** Nor one with so many pages: its index is in memory as a whole, 1.6 kB an entry (bench/results/export.md). */
const maxPages = 10_000;

export interface BundleOptions {
  readonly files?: Files;
  readonly compress?: Compress;
  /** Epoch ms. */
  readonly now?: () => number;
  readonly maxBytes?: number;
  readonly maxPages?: number;
  /** Called before a bundle is written to. */
  readonly onWrite?: () => void;
}

/**
 * `DocumentStore` in WARC files: `<directory>/bundles/<job>/<day>-<process>-<n>.warc.gz` (`.warc.zst` for pages in zstd), to
 * which this process alone appends. Each ends with an index when it is full, a day old, or when the store is closed; after a kill the next crawl
 * writes the index (`recover-bundles.ts`).
 */
export class BundleDocuments implements DocumentStore {
  readonly #directory: string;
  readonly #files: Files;
  readonly #compress: Compress;
  readonly #now: () => number;
  readonly #maxBytes: number;
  readonly #maxPages: number;
  readonly #onWrite: () => void;
  /** By job and compression. */
  readonly #open = new Map<string, OpenBundle>();
  readonly #process = randomBytes(6).toString('hex');
  #begun = 0;

  constructor(directory: string, options: BundleOptions = {}) {
    this.#directory = directory;
    this.#files = options.files ?? nodeFiles;
    this.#compress = options.compress ?? encodeParts;
    this.#now = options.now ?? Date.now;
    this.#maxBytes = options.maxBytes ?? maxBytes;
    this.#maxPages = options.maxPages ?? maxPages;
    this.#onWrite = options.onWrite ?? (() => undefined);
  }

  encode(document: FetchedDocument): Promise<PageMember> {
    return encodePage(document, this.#compress);
  }

  async put(job: string, members: readonly PageMember[]): Promise<readonly string[]> {
    if (members.length === 0) return [];
    this.#onWrite();
    const names = new Map<PageMember, string>();
    for (const [compression, some] of Map.groupBy(members, ({ bytes }) => compressionOf(bytes))) {
      const bundle = this.#bundleOf(job, compression);
      const offsets = bundle.append(some);
      for (const [index, member] of some.entries()) {
        const place = { offset: offsets[index] as number, length: member.bytes.length };
        names.set(member, documentName({ bundle: bundle.key, ...place }));
      }
    }
    return members.map((member) => names.get(member) as string);
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const place = memberPlace(name);
    if (place === undefined) return undefined;
    return this.#files.readPart(join(this.#directory, place.bundle), place.offset, place.length);
  }

  async bundles(job: string, limit: number, cursor = ''): Promise<BundlePage> {
    const keys = bundleKeys(this.#files, this.#directory, job).filter((key) => key > cursor);
    const some = keys.slice(0, limit);
    const bundles = some.map((key) => ({ key, bytes: this.#files.size(join(this.#directory, key)) ?? 0 }));
    const last = some.length < keys.length ? some.at(-1) : undefined;
    return { bundles, ...(last !== undefined && { cursor: last }) };
  }

  async entries(bundle: string, isWanted?: (entry: BundleEntry) => boolean): Promise<readonly BundleEntry[]> {
    return readStoredBundle(this.#files, this.#directory, bundle, isWanted)?.entries ?? [];
  }

  /** Ends all bundles. Without room for an index a bundle stays as it is: the next crawl of the directory ends it. */
  close(): void {
    for (const which of [...this.#open.keys()]) this.#finish(which);
  }

  #bundleOf(job: string, compression: Compression): OpenBundle {
    const now = this.#now();
    const which = `${job} ${compression}`;
    const open = this.#open.get(which);
    if (open !== undefined && this.#hasRoom(open, now)) return open;
    this.#finish(which);
    const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
    const count = String(this.#begun++).padStart(5, '0');
    const key = `${bundleFolder(job)}/${day}-${this.#process}-${count}${bundleEndingOf(compression)}`;
    const bundle = beginBundleFile(this.#files, { directory: this.#directory, key, job, at: now });
    this.#open.set(which, bundle);
    return bundle;
  }

  #hasRoom({ size, pages, begunAt }: OpenBundle, now: number): boolean {
    return size < this.#maxBytes && pages < this.#maxPages && now - begunAt < maxAgeMs;
  }

  #finish(which: string): void {
    const open = this.#open.get(which);
    this.#open.delete(which);
    try {
      open?.finish();
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
  }
}
