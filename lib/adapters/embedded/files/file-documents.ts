import { join } from 'node:path';
import { gzip } from '../../../domain/document/compress.ts';
import type { DocumentPage, DocumentStore } from '../../../ports/documents.ts';
import type { Compress } from '../../system/gzip.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';

const md5Length = 32;

/** `DocumentStore` in files: `<directory>/documents/<job>/<aa>/<md5>-<digest16>.gz`, `aa` of the MD5. */
export class FileDocuments implements DocumentStore {
  readonly #directory: string;
  readonly #files: Files;
  readonly #compress: Compress;

  constructor(directory: string, files: Files = nodeFiles, compress: Compress = async (body) => gzip(body)) {
    this.#directory = directory;
    this.#files = files;
    this.#compress = compress;
  }

  async put(job: string, document: Parameters<DocumentStore['put']>[1]): Promise<string> {
    const key = this.key(job, document.md5, document.digest);
    const path = join(this.#directory, key);
    if (document.replace || !this.#files.exists(path)) {
      writeWhole(this.#files, path, document.gzip ?? (await this.#compress(document.body)));
    }
    return key;
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    return this.#files.read(join(this.#directory, key));
  }

  /** The cursor is the next directory: a page has all documents whose MD5s begin with the same two digits, whatever the limit. */
  async list(job: string, _limit: number, cursor = '00'): Promise<DocumentPage> {
    const first = `documents/${job}/${cursor}`;
    const files = this.#files.list(join(this.#directory, first)).filter((name) => name.endsWith('.gz'));
    const documents = files
      .sort()
      .map((name) => ({ key: `${first}/${name}`, md5: name.slice(0, md5Length) }));
    const next = (Number.parseInt(cursor, 16) + 1).toString(16).padStart(2, '0');
    return { documents, ...(next.length === 2 && { cursor: next }) };
  }

  key(job: string, md5: string, digest: string): string {
    return `documents/${job}/${md5.slice(0, 2)}/${md5}-${digest.slice(0, 16)}.gz`;
  }
}
