import type { TableFiles } from '../../../capabilities/sql/table-files.ts';
import { prefixes } from '../../../config/stack/names.ts';
import type { Bucket } from './bucket.ts';

/** `TableFiles` as objects: `sql/<job>/<name>`. */
export class S3Tables implements TableFiles {
  readonly #bucket: Bucket;
  readonly #bucketName: string;

  constructor(bucket: Bucket, bucketName: string) {
    this.#bucket = bucket;
    this.#bucketName = bucketName;
  }

  async put(job: string, name: string, bytes: Uint8Array): Promise<void> {
    await this.#bucket.put('sql', keyOf(job, name), bytes, { contentType: 'application/octet-stream' });
  }

  read(job: string, name: string): Promise<Uint8Array | undefined> {
    return this.#bucket.get('sql', keyOf(job, name));
  }

  async names(job: string, limit: number, after?: string): Promise<readonly string[]> {
    const prefix = keyOf(job, '');
    const keys = await this.#bucket.keys('sql', prefix, limit, after);
    return keys.map((key) => key.slice(prefix.length));
  }

  async delete(job: string, names: readonly string[]): Promise<void> {
    await this.#bucket.delete(
      'sql',
      names.map((name) => keyOf(job, name)),
    );
  }

  locate(job: string, name: string): string {
    return `s3://${this.#bucketName}/${keyOf(job, name)}`;
  }
}

function keyOf(job: string, name: string): string {
  return `${prefixes.sql}${job}/${name}`;
}
