import { dirname, join } from 'node:path';
import { type ErasedMember, erasedMember, isToBeErased } from '../../../archive/bundles.ts';
import { documentName, memberPlace } from '../../../archive/documents.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import type { ErasedDocument, Eraser } from '../../../ports/operate/eraser.ts';
import { type Files, nodeFiles, removeParts } from '../files/files.ts';
import { hostFile } from '../files/host-file.ts';
import { cdxjName, openEnding } from './bundle-paths.ts';
import { erasedOffsets, readStoredBundle, writeIndex } from './stored-bundle.ts';

/** `Eraser` in files, which have no former versions, but parts that a killed process has left. */
export class FileEraser implements Eraser {
  readonly #directory: string;
  readonly #files: Files;

  constructor(directory: string, files: Files = nodeFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async erase(documents: readonly ErasedDocument[]): Promise<void> {
    const members = documents.flatMap(({ name, md5 }): readonly ErasedMember[] => {
      const place = memberPlace(name);
      return place === undefined ? [] : [{ ...place, md5 }];
    });
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

/**
 * Erases members of a bundle: writes empty ones over them, then the index without their lines. A crash in between leaves
 * a bundle whose index still has lines of erased pages; the next call with the same members writes it anew. Beside a
 * process that appends to the bundle its mark takes a note, which that process reads before it writes the index.
 * @throws WinnowError `corrupt` when a page of another record stands there
 */
function eraseMembers(
  files: Files,
  { directory, key, at }: { readonly directory: string; readonly key: string; readonly at: number },
  members: readonly ErasedMember[],
): void {
  const path = join(directory, key);
  const bundle = readStoredBundle(files, directory, key);
  if (bundle === undefined) return;
  for (const member of members) {
    const { offset, length } = member;
    const bytes = files.readPart(path, offset, length) ?? new Uint8Array();
    if (isToBeErased(member, bytes, bundle.entries))
      files.overwrite(path, offset, erasedMember(documentName(member), length));
  }
  const offsets = new Set(members.map(({ offset }) => offset));
  if (!noteErased(files, { directory, key }, offsets)) {
    const left = bundle.entries.filter(({ offset }) => !offsets.has(offset));
    if (left.length < bundle.entries.length || !bundle.isIndexed)
      writeIndex(files, { directory, key, at }, { entries: left, end: bundle.end });
  }
  // Made from the index, it has the URLs, too. Last: whoever writes it anew beside this looks at the bundle after that.
  files.remove(join(path, '..', cdxjName));
}

/** @returns whether the bundle is being written, so that whoever does that writes the index */
function noteErased(
  files: Files,
  { directory, key }: { readonly directory: string; readonly key: string },
  offsets: ReadonlySet<number>,
): boolean {
  const mark = join(directory, key + openEnding);
  if (!files.exists(mark)) return false;
  const all = new Set([...erasedOffsets(files, directory, key), ...offsets]);
  files.overwrite(mark, 0, Buffer.from([...all].map((offset) => `${offset}\n`).join('')));
  // It may have been finished meanwhile: then it has an index already.
  return files.exists(mark);
}
