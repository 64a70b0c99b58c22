import { join } from 'node:path';
import {
  type BundleEntry,
  decodeIndex,
  encodeIndex,
  footerLength,
  indexOffset,
  scanBundle,
} from '../../../archive/bundles.ts';
import { WinnowError } from '../../../base/error.ts';
import type { Files } from '../files/files.ts';
import { openEnding } from './bundle-paths.ts';

/** The pages of a bundle on disk, and where its index begins, or would begin. */
export interface StoredBundle {
  readonly entries: readonly BundleEntry[];
  readonly end: number;
  /** Whether it has an index that can be read. */
  readonly isIndexed: boolean;
}

/** Reads the index of a bundle, or its members where it has none. Undefined: there is no such file. */
export function readStoredBundle(
  files: Files,
  directory: string,
  key: string,
  isWanted: (entry: BundleEntry) => boolean = () => true,
): StoredBundle | undefined {
  const path = join(directory, key);
  const size = files.size(path);
  if (size === undefined) return undefined;
  const read = (offset: number, length: number): Uint8Array =>
    files.readPart(path, offset, length) ?? new Uint8Array();
  try {
    const end = indexOffset(read(Math.max(size - footerLength, 0), footerLength));
    return { entries: decodeIndex(read(end, Math.max(size - end, 0)), isWanted), end, isIndexed: true };
  } catch (error) {
    if (!(error instanceof WinnowError) || error.code !== 'corrupt') throw error;
    const { entries, end } = scanBundle(read, size);
    return { entries: entries.filter(isWanted), end, isIndexed: false };
  }
}

/** Ends a bundle with an index. A part of it that was written is cut off if that fails: the members stay as they are. */
export function writeIndex(
  files: Files,
  { directory, key, at }: { readonly directory: string; readonly key: string; readonly at: number },
  { entries, end }: Pick<StoredBundle, 'entries' | 'end'>,
): void {
  const path = join(directory, key);
  // The old index first: half of it over the other must not look whole.
  files.cut(path, end);
  try {
    files.overwrite(path, end, encodeIndex({ name: key.split('/').at(-1) ?? key, at, offset: end }, entries));
  } catch (error) {
    files.cut(path, end);
    throw error;
  }
}

/** The offsets of members that another process erased while the bundle was written (`file-eraser.ts`). */
export function erasedOffsets(files: Files, directory: string, key: string): ReadonlySet<number> {
  const bytes = files.read(join(directory, key + openEnding)) ?? new Uint8Array();
  return new Set(Buffer.from(bytes).toString().split('\n').filter(Boolean).map(Number));
}
