import { WinnowError } from '../../../base/error.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import type { SegmentStore } from '../../../ports/segments.ts';
import { segmentKey } from '../base/keys.ts';
import type { Bucket } from './bucket.ts';

/** Spilled parts of host bodies as objects; reads fetch ranges of them. */
export class S3Segments implements SegmentStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  /** Unconditional, because an id always has the same bytes. */
  async put(key: HostKey, id: string, bytes: Uint8Array): Promise<void> {
    await this.#bucket.put('segment', segmentKey(key, id), bytes, {
      contentType: 'application/octet-stream',
    });
  }

  async read(key: HostKey, id: string, start: number, end: number): Promise<Uint8Array> {
    if (end <= start) return new Uint8Array();
    const name = segmentKey(key, id);
    const bytes = await this.#bucket.get('segment', name, { start, end });
    if (bytes === undefined) throw new WinnowError('not-found', `the segment ${name} is not there`);
    return bytes;
  }

  async delete(key: HostKey, ids: readonly string[]): Promise<void> {
    await this.#bucket.delete(
      'segment',
      ids.map((id) => segmentKey(key, id)),
    );
  }
}
