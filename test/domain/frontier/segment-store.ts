import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import type { SegmentReader } from '../../../lib/domain/frontier/body.ts';
import type { Sealed } from '../../../lib/domain/frontier/seal.ts';

export const host = 'www.example.org' as HostName;

export function urlOf(path: number | string): CanonicalUrl {
  return `https://${host}/${path}` as CanonicalUrl;
}

/** Segments of one host in memory: what was deleted cannot be read, and no id is used twice. */
export class SegmentStore {
  readonly blobs = new Map<string, Uint8Array>();
  reads = 0;

  readonly read: SegmentReader = async (id, start, end) => {
    const bytes = this.blobs.get(id);
    if (bytes === undefined) throw new Error(`segment ${id} is not there`);
    this.reads++;
    return bytes.slice(start, end);
  };

  /** What is stored before a commit. */
  put({ segments }: Sealed): void {
    for (const { id, bytes } of segments) {
      if (this.blobs.has(id)) throw new Error(`segment ${id} was there already`);
      this.blobs.set(id, bytes);
    }
  }

  /** What is tidied up after it. */
  delete({ spent }: Sealed): void {
    for (const id of spent) if (!this.blobs.delete(id)) throw new Error(`segment ${id} was spent twice`);
  }
}
