import { join } from 'node:path';
import { gzip } from '../../domain/document/compress.ts';
import type { DocumentStore } from '../../ports/documents.ts';
import type { Compress } from '../system/gzip.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';

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
    if (!this.#files.exists(path)) {
      writeWhole(this.#files, path, document.gzip ?? (await this.#compress(document.body)));
    }
    return key;
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    return this.#files.read(join(this.#directory, key));
  }

  key(job: string, md5: string, digest: string): string {
    return `documents/${job}/${md5.slice(0, 2)}/${md5}-${digest.slice(0, 16)}.gz`;
  }
}
