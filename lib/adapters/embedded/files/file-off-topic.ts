import { basename, dirname, join } from 'node:path';
import { linesIn } from '../../../base/line.ts';
import type { ReviseLines } from '../../../ports/changes.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import type { OffTopicPages } from '../../../ports/off-topic.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';
import { hostFile } from './host-file.ts';
import { lineBytes, reviseLines } from './lines.ts';

const ending = '.jsonl';

/** `OffTopicPages` in files: `<directory>/off-topic/<job>/<aa>/<hash16>-<host>-<id>.jsonl` (`hostFile`). */
export class FileOffTopic implements OffTopicPages {
  readonly #directory: string;
  readonly #files: Files;

  constructor(directory: string, files: Files = nodeFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async put(host: HostKey, id: string, lines: readonly string[]): Promise<void> {
    this.#put(host, id, lines);
  }

  async read(host: HostKey, id: string): Promise<readonly string[] | undefined> {
    return this.#read(host, id);
  }

  revise(host: HostKey, id: string, revise: ReviseLines): Promise<void> {
    return reviseLines(revise, {
      read: () => this.#read(host, id),
      write: (lines) => this.#put(host, id, lines),
    });
  }

  async list(host: HostKey): Promise<readonly string[]> {
    const prefix = this.#prefix(host);
    const begin = basename(prefix);
    return this.#files
      .list(dirname(prefix))
      .filter((name) => name.startsWith(begin) && name.endsWith(ending))
      .map((name) => name.slice(begin.length, -ending.length))
      .sort();
  }

  #put(host: HostKey, id: string, lines: readonly string[]): void {
    writeWhole(this.#files, this.#path(host, id), lineBytes(lines));
  }

  #read(host: HostKey, id: string): readonly string[] | undefined {
    const bytes = this.#files.read(this.#path(host, id));
    return bytes && linesIn(bytes);
  }

  #path(host: HostKey, id: string): string {
    return `${this.#prefix(host)}${id}${ending}`;
  }

  #prefix({ job, host }: HostKey): string {
    return join(this.#directory, 'off-topic', job, `${hostFile(host)}-`);
  }
}
