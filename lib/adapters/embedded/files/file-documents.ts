import { join } from 'node:path';
import type { DocumentPage, DocumentStore } from '../../../ports/documents.ts';
import { type Files, nodeFiles } from './files.ts';

const md5Length = 32;

/** Documents that earlier versions stored, a file each: `<directory>/documents/<job>/<aa>/<md5>-<digest16>.gz`, `aa` of the MD5. */
export class FileDocuments implements Pick<DocumentStore, 'read' | 'list'> {
  readonly #directory: string;
  readonly #files: Files;

  constructor(directory: string, files: Files = nodeFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    return this.#files.read(join(this.#directory, key));
  }

  /** The cursor is the next directory: a page has all documents whose MD5s begin with the same two digits, whatever the limit. */
  async list(job: string, _limit: number, cursor = '00'): Promise<DocumentPage> {
    const first = `documents/${job}/${cursor}`;
    const isThere = cursor !== '00' || this.#files.list(join(this.#directory, `documents/${job}`)).length > 0;
    if (!isThere) return { documents: [] };
    const files = this.#files.list(join(this.#directory, first)).filter((name) => name.endsWith('.gz'));
    const documents = files
      .sort()
      .map((name) => ({ key: `${first}/${name}`, md5: name.slice(0, md5Length) }));
    const next = (Number.parseInt(cursor, 16) + 1).toString(16).padStart(2, '0');
    return { documents, ...(next.length === 2 && { cursor: next }) };
  }
}
