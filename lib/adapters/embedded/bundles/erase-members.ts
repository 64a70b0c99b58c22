import { join } from 'node:path';
import { documentName } from '../../../archive/document-name.ts';
import { type ErasedMember, isToBeErased } from '../../../archive/erase-in-bundle.ts';
import { erasedMember } from '../../../archive/erased-member.ts';
import type { Files } from '../files/files.ts';
import { cdxjName, openEnding } from './bundle-paths.ts';
import { erasedOffsets, readStoredBundle, writeIndex } from './stored-bundle.ts';

/**
 * Erases members of a bundle: writes empty ones over them, then the index without their lines. A crash in between leaves
 * a bundle whose index still has lines of erased pages; the next call with the same members writes it anew. Beside a
 * process that appends to the bundle its mark takes a note, which that process reads before it writes the index.
 * @throws WinnowError `corrupt` when a page of another record stands there
 */
export function eraseMembers(
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
