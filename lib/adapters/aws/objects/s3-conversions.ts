import type { ConversionPart, ConversionStore } from '../../../ports/conversions.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import { convertingPrefix } from '../base/keys.ts';
import type { Bucket } from './bucket.ts';

const parts: readonly ConversionPart[] = ['document', 'result'];
const cause = 'converting';

/** `ConversionStore` as objects under a prefix of each host. */
export class S3Conversions implements ConversionStore {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async put(key: HostKey, id: string, part: ConversionPart, bytes: Uint8Array): Promise<void> {
    await this.#bucket.put(cause, keyOf(key, id, part), bytes, { contentType: 'application/octet-stream' });
  }

  async read(key: HostKey, id: string, part: ConversionPart): Promise<Uint8Array | undefined> {
    return await this.#bucket.get(cause, keyOf(key, id, part));
  }

  async delete(key: HostKey, ids: readonly string[]): Promise<void> {
    await this.#bucket.delete(
      cause,
      ids.flatMap((id) => parts.map((part) => keyOf(key, id, part))),
    );
  }

  async list(key: HostKey, limit: number): Promise<readonly string[]> {
    const prefix = convertingPrefix(key);
    const keys = await this.#bucket.keys(cause, prefix, limit * parts.length);
    const ids = keys.map((name) => name.slice(prefix.length, name.lastIndexOf('.')));
    return [...new Set(ids)].slice(0, limit);
  }
}

function keyOf(key: HostKey, id: string, part: ConversionPart): string {
  return `${convertingPrefix(key)}${id}.${part}`;
}
