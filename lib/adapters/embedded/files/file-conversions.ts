import { basename, dirname, join } from 'node:path';
import type { ConversionPart, ConversionStore } from '../../../ports/conversions.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';
import { hostFile } from './host-file.ts';

const parts: readonly ConversionPart[] = ['document', 'result'];

/** `ConversionStore` in files: `<directory>/converting/<job>/<aa>/<hash16>-<host>~<id>.<part>` (`hostFile`). */
export class FileConversions implements ConversionStore {
  readonly #directory: string;
  readonly #files: Files;

  constructor(directory: string, files: Files = nodeFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async put(key: HostKey, id: string, part: ConversionPart, bytes: Uint8Array): Promise<void> {
    writeWhole(this.#files, `${this.#prefix(key)}${id}.${part}`, bytes);
  }

  async read(key: HostKey, id: string, part: ConversionPart): Promise<Uint8Array | undefined> {
    return this.#files.read(`${this.#prefix(key)}${id}.${part}`);
  }

  async delete(key: HostKey, ids: readonly string[]): Promise<void> {
    for (const id of ids) for (const part of parts) this.#files.remove(`${this.#prefix(key)}${id}.${part}`);
  }

  async list(key: HostKey, limit: number): Promise<readonly string[]> {
    const prefix = this.#prefix(key);
    const begin = basename(prefix);
    const ids = this.#files.list(dirname(prefix)).flatMap((name) => {
      const end = name.lastIndexOf('.');
      return name.startsWith(begin) && parts.some((part) => name.endsWith(`.${part}`))
        ? [name.slice(begin.length, end)]
        : [];
    });
    return [...new Set(ids)].sort().slice(0, limit);
  }

  #prefix({ job, host }: HostKey): string {
    return join(this.#directory, 'converting', job, `${hostFile(host)}~`);
  }
}
