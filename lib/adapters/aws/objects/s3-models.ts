import { prefixes } from '../../../config/stack/names.ts';
import type { ModelStore } from '../../../ports/models.ts';
import type { Bucket } from './bucket.ts';

/** Trained models as immutable objects under their digests. */
export class S3Models implements ModelStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async has(digest: string): Promise<boolean> {
    return (await this.#bucket.get('model', keyOf(digest), { start: 0, end: 1 })) !== undefined;
  }

  async put(digest: string, bytes: Uint8Array): Promise<void> {
    await this.#bucket.putOnce('model', keyOf(digest), bytes, { contentType: 'application/octet-stream' });
  }

  read(digest: string): Promise<Uint8Array | undefined> {
    return this.#bucket.get('model', keyOf(digest));
  }
}

function keyOf(digest: string): string {
  return `${prefixes.models}${digest}.model`;
}
