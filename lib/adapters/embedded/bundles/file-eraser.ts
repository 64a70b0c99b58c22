import { dirname, join } from 'node:path';
import { memberPlace } from '../../../archive/document-name.ts';
import type { ErasedMember } from '../../../archive/erase-in-bundle.ts';
import type { ErasedDocument, Eraser } from '../../../ports/eraser.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import { type Files, nodeFiles, removeParts } from '../files/files.ts';
import { hostFile } from '../files/host-file.ts';
import { eraseMembers } from './erase-members.ts';

/** `Eraser` in files, which have no former versions, but parts that a killed process has left. */
export class FileEraser implements Eraser {
  readonly #directory: string;
  readonly #files: Files;

  constructor(directory: string, files: Files = nodeFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async erase(documents: readonly ErasedDocument[]): Promise<void> {
    const members: ErasedMember[] = [];
    for (const { name, md5 } of documents) {
      const place = memberPlace(name);
      if (place === undefined) this.#files.remove(join(this.#directory, name));
      else members.push({ ...place, md5 });
    }
    for (const [key, some] of Map.groupBy(members, ({ bundle }) => bundle))
      eraseMembers(this.#files, { directory: this.#directory, key, at: Date.now() }, some);
  }

  async forget({ job, host }: HostKey): Promise<void> {
    const staged = join(this.#directory, 'staged', job);
    const folders = [
      ...['off-topic', 'converting'].map((what) => dirname(join(this.#directory, what, job, hostFile(host)))),
      ...this.#files.list(staged).map((name) => join(staged, name)),
    ];
    for (const folder of folders) removeParts(this.#files, folder);
  }
}
