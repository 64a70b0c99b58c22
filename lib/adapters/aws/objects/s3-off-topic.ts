import type { ReviseLines } from '../../../ports/changes.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import type { OffTopicPages } from '../../../ports/off-topic.ts';
import { offTopicKey, offTopicPrefix } from '../base/keys.ts';
import type { Bucket } from './bucket.ts';
import { decodeLines, encodeLines, idsBelow, jsonLines, reviseLines } from './json-lines.ts';

/** Off-topic pages as objects under their own prefix, for which S3 notifies nobody. */
export class S3OffTopic implements OffTopicPages {
  readonly #bucket: Bucket;

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async put(host: HostKey, id: string, lines: readonly string[]): Promise<void> {
    await this.#bucket.put('off-topic', offTopicKey(host, id), encodeLines(lines), jsonLines);
  }

  async read(host: HostKey, id: string): Promise<readonly string[] | undefined> {
    const gzip = await this.#bucket.get('off-topic', offTopicKey(host, id));
    return gzip && decodeLines(gzip);
  }

  revise(host: HostKey, id: string, revise: ReviseLines): Promise<void> {
    return reviseLines(this.#bucket, 'off-topic', offTopicKey(host, id), revise);
  }

  list(host: HostKey): Promise<readonly string[]> {
    return idsBelow(this.#bucket, 'off-topic', offTopicPrefix(host));
  }
}
