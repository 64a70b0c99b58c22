import type { DocumentPage, DocumentStore } from '../../../ports/documents.ts';
import { compressor } from '../../system/gzip.ts';
import { documentKey, documentPrefix } from '../tables/keys.ts';
import type { Bucket } from './bucket.ts';

const md5Length = 32;

/** Raw documents as gzip objects with their content type: a browser that opens one shows the page. */
export class S3Documents implements DocumentStore {
  readonly #bucket: Bucket;
  readonly #compress = compressor();

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  async put(job: string, document: Parameters<DocumentStore['put']>[1]): Promise<string> {
    const key = this.key(job, document.md5, document.digest);
    const gzip = document.gzip ?? (await this.#compress(document.body));
    const kind = { contentType: headerSafe(document.contentType), contentEncoding: 'gzip' };
    await (document.replace
      ? this.#bucket.put('document', key, gzip, kind)
      : this.#bucket.putOnce('document', key, gzip, kind));
    return key;
  }

  read(key: string): Promise<Uint8Array | undefined> {
    return this.#bucket.get('document', key);
  }

  /** The cursor is the last key, without the prefix. */
  async list(job: string, limit: number, cursor?: string): Promise<DocumentPage> {
    const prefix = documentPrefix(job);
    const keys = await this.#bucket.keys('document', prefix, limit, cursor);
    const documents = keys.map((key) => ({ key, md5: key.slice(prefix.length, prefix.length + md5Length) }));
    const last = keys.length < limit ? undefined : keys.at(-1)?.slice(prefix.length);
    return { documents, ...(last !== undefined && { cursor: last }) };
  }

  key(job: string, md5: string, digest: string): string {
    return documentKey(job, md5, digest);
  }
}

/** The web server's content type, made safe for the header of an S3 request. */
function headerSafe(contentType: string): string {
  const printable = contentType.replace(/[^\x20-\x7e]/g, '').trim();
  return printable === '' ? 'application/octet-stream' : printable.slice(0, 200);
}
