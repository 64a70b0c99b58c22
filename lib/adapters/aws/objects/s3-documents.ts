import {
  type BundleEntry,
  decodeIndex,
  footerLength,
  indexOffset,
  wholeBundle,
} from '../../../archive/bundles.ts';
import {
  type Compress,
  documentName,
  encodePage,
  type FetchedDocument,
  memberPlace,
  type PageMember,
} from '../../../archive/documents.ts';
import { compressionOf, compressionOfName, encodeParts } from '../../../archive/formats.ts';
import type { Clock, Entropy } from '../../../ports/clock.ts';
import type { BundlePage, DocumentStore } from '../../../ports/documents.ts';
import { SystemClock } from '../../system/clock.ts';
import { RandomEntropy } from '../../system/entropy.ts';
import { bundleKey, bundlePrefix } from '../base/keys.ts';
import type { Bucket } from './bucket.ts';

/** The index of most bundles is in their last bytes: one request reads it. */
const tailBytes = 64 * 1024;

const contentTypes = { gzip: 'application/gzip', zstd: 'application/zstd' };

/** How a bundle is stored, by its key. */
export function bundleKind(key: string): { readonly contentType: string } {
  return { contentType: contentTypes[compressionOfName(key)] };
}

/**
 * Raw documents as pages of WARC files: each `put` is one object, `bundles/<job>/<day>/<id>.warc.gz`, and another one,
 * `.warc.zst`, where some pages are in zstd.
 */
export class S3Documents implements DocumentStore {
  readonly #bucket: Bucket;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #entropy: Entropy;
  readonly #compress: Compress;

  constructor(
    bucket: Bucket,
    clock: Pick<Clock, 'now'> = new SystemClock(),
    entropy: Entropy = new RandomEntropy(),
    compress: Compress = encodeParts,
  ) {
    this.#bucket = bucket;
    this.#clock = clock;
    this.#entropy = entropy;
    this.#compress = compress;
  }

  encode(document: FetchedDocument): Promise<PageMember> {
    return encodePage(document, this.#compress);
  }

  async put(job: string, members: readonly PageMember[]): Promise<readonly string[]> {
    const names = new Map<PageMember, string>();
    for (const [compression, some] of Map.groupBy(members, ({ bytes }) => compressionOf(bytes))) {
      const at = this.#clock.now();
      const bundle = bundleKey(job, at, this.#entropy.id(), compression);
      const name = bundle.slice(bundle.lastIndexOf('/') + 1);
      const { bytes, entries } = wholeBundle({ name, job, at }, some);
      await this.#bucket.put('document', bundle, bytes, bundleKind(bundle));
      for (const [index, { offset, length }] of entries.entries())
        names.set(some[index] as PageMember, documentName({ bundle, offset, length }));
    }
    return members.map((member) => names.get(member) as string);
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const place = memberPlace(name);
    if (place === undefined) return undefined;
    const { bundle, offset, length } = place;
    return this.#bucket.get('document', bundle, { start: offset, end: offset + length });
  }

  /** The cursor is the last key, without the prefix. */
  async bundles(job: string, limit: number, cursor?: string): Promise<BundlePage> {
    const prefix = bundlePrefix(job);
    const objects = await this.#bucket.objects('document', prefix, limit, cursor);
    const bundles = objects.map(({ key, bytes }) => ({ key, bytes }));
    const last = objects.length < limit ? undefined : objects.at(-1)?.key.slice(prefix.length);
    return { bundles, ...(last !== undefined && { cursor: last }) };
  }

  async entries(bundle: string, isWanted?: (entry: BundleEntry) => boolean): Promise<readonly BundleEntry[]> {
    const end = await this.#bucket.end('document', bundle, tailBytes);
    if (end === undefined) return [];
    const { bytes, size } = end;
    const offset = indexOffset(bytes.subarray(Math.max(0, bytes.length - footerLength)));
    const start = size - bytes.length;
    if (offset >= start) return decodeIndex(bytes.subarray(offset - start), isWanted);
    const index = await this.#bucket.get('document', bundle, { start: offset, end: size });
    return index === undefined ? [] : decodeIndex(index, isWanted);
  }
}
