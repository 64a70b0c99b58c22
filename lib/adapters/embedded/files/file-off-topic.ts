import { join } from 'node:path';
import type { HostKey } from '../../../ports/hosts.ts';
import type { OffTopicPages } from '../../../ports/off-topic.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';
import { hostFile } from './host-file.ts';
import { lineBytes, splitLines } from './lines.ts';

/** `OffTopicPages` in files: `<directory>/off-topic/<job>/<aa>/<hash16>-<host>-<id>.jsonl` (`hostFile`). */
export class FileOffTopic implements OffTopicPages {
  readonly #directory: string;
  readonly #files: Files;

  constructor(directory: string, files: Files = nodeFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async put(host: HostKey, id: string, lines: readonly string[]): Promise<void> {
    writeWhole(this.#files, this.#path(host, id), lineBytes(lines));
  }

  async read(host: HostKey, id: string): Promise<readonly string[] | undefined> {
    const bytes = this.#files.read(this.#path(host, id));
    return bytes && splitLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  }

  #path({ job, host }: HostKey, id: string): string {
    return join(this.#directory, 'off-topic', job, `${hostFile(host)}-${id}.jsonl`);
  }
}
