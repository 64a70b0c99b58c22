import { join } from 'node:path';
import type { BundleEntry } from '../../../archive/bundles.ts';
import { infoRecord, type PageMember } from '../../../archive/documents.ts';
import { compressionOfName, encodeMember, encodeRecord } from '../../../archive/formats.ts';
import type { Files } from '../files/files.ts';
import { keptRoom } from '../files/kept-room.ts';
import { openEnding } from './bundle-paths.ts';
import { erasedOffsets, writeIndex } from './stored-bundle.ts';

/** A bundle that this process appends to. */
export interface OpenBundle {
  readonly key: string;
  /** Bytes so far. */
  readonly size: number;
  readonly pages: number;
  /** Epoch ms of its first page. */
  readonly begunAt: number;
  /** Appends members. When that fails the bundle is as it was. @returns their offsets */
  append(members: readonly PageMember[]): readonly number[];
  /** Adds the index. Nothing may be appended afterwards. */
  finish(): void;
}

export interface BundlePlace {
  readonly directory: string;
  readonly key: string;
  readonly job: string;
  /** Epoch ms. */
  readonly at: number;
}

const room = keptRoom();

/** Begins a bundle. The mark comes first: whoever finds it after a kill makes the index. */
export function beginBundleFile(files: Files, { directory, key, job, at }: BundlePlace): OpenBundle {
  const path = join(directory, key);
  const name = key.split('/').at(-1) ?? key;
  const info = encodeMember(encodeRecord(infoRecord({ name, job, at })), compressionOfName(name));
  files.write(path + openEnding, '');
  files.write(path, info);
  /** Lines of the index as JSON: an object for each page would take several times as much. */
  const lines: string[] = [];
  let size = info.length;
  return {
    key,
    begunAt: at,
    get size() {
      return size;
    },
    get pages() {
      return lines.length;
    },
    append(members) {
      const offsets: number[] = [];
      const added = room(members.reduce((sum, { bytes }) => sum + bytes.length, 0));
      let end = size;
      for (const { bytes } of members) {
        offsets.push(end);
        added.set(bytes, end - size);
        end += bytes.length;
      }
      try {
        files.overwrite(path, size, added.subarray(0, end - size));
      } catch (error) {
        cutBack(files, path, size);
        throw error;
      }
      for (const [index, { entry, bytes }] of members.entries())
        lines.push(JSON.stringify({ ...entry, offset: offsets[index], length: bytes.length }));
      size = end;
      return offsets;
    },
    finish() {
      const erased = erasedOffsets(files, directory, key);
      const entries = lines.map((line) => JSON.parse(line) as BundleEntry);
      const left = entries.filter(({ offset }) => !erased.has(offset));
      writeIndex(files, { directory, key, at }, { entries: left, end: size });
      files.remove(path + openEnding);
    },
  };
}

/** Frees the room that a part of a member took. If that fails, too, the next append writes over it. */
function cutBack(files: Files, path: string, size: number): void {
  try {
    files.cut(path, size);
  } catch {
    // The caller throws the first error.
  }
}
