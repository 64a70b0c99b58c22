import { prefixes } from '../../../config/stack/names.ts';
import type { GraphSpace, GraphStore } from '../../../ports/graphs.ts';
import type { Bucket } from './bucket.ts';

/** `GraphStore` as objects: `graph/<job>/<name>`. */
export class S3Graphs implements GraphStore {
  readonly #bucket: Bucket;

  readonly #space: (memoryMb: number) => GraphSpace;

  /** @param space on this machine */
  constructor(bucket: Bucket, space: (memoryMb: number) => GraphSpace) {
    this.#bucket = bucket;
    this.#space = space;
  }

  async put(job: string, name: string, bytes: Uint8Array): Promise<void> {
    await this.#bucket.put('graph', keyOf(job, name), bytes, { contentType: 'application/octet-stream' });
  }

  read(job: string, name: string): Promise<Uint8Array | undefined> {
    return this.#bucket.get('graph', keyOf(job, name));
  }

  async names(job: string, limit: number, after?: string): Promise<readonly string[]> {
    const prefix = keyOf(job, '');
    const keys = await this.#bucket.keys('graph', prefix, limit, after);
    return keys.map((key) => key.slice(prefix.length));
  }

  async delete(job: string, names: readonly string[]): Promise<void> {
    await this.#bucket.delete(
      'graph',
      names.map((name) => keyOf(job, name)),
    );
  }

  space(_: string, memoryMb: number): GraphSpace {
    return this.#space(memoryMb);
  }
}

function keyOf(job: string, name: string): string {
  return `${prefixes.graph}${job}/${name}`;
}
