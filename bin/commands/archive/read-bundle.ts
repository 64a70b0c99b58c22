import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, sep } from 'node:path';
import {
  type BundleEntry,
  decodeIndex,
  footerLength,
  indexOffset,
  scanBundle,
} from '../../../lib/archive/bundles.ts';
import { isBundleName } from '../../../lib/archive/formats.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { readOrThrow } from '../base/files.ts';

/** The mark beside a bundle to which a crawl appends. */
const openEnding = '.open';

/**
 * The bundles of an archive by path within it, with slashes: those of a stack lie in a folder for each day.
 * @throws WinnowError `config` when the directory cannot be read
 */
export function bundleFiles(directory: string): readonly string[] {
  const paths = readOrThrow(directory, () => readdirSync(directory, { recursive: true, encoding: 'utf8' }));
  const bundles = paths.filter(isBundleName);
  return bundles.map((path) => path.replaceAll(sep, '/')).sort();
}

/** Lists the pages of a bundle, for which its index is enough where it has one. */
export function readIndex(directory: string, file: string): readonly BundleEntry[] {
  return withBundle(directory, file, (bundle) => pagesOf(bundle).entries);
}

export interface OpenBundle {
  readonly size: number;
  /** A crawl appends to it, or was killed while it did: its pages are found without an index. */
  readonly isOpen: boolean;
  read(offset: number, length: number): Uint8Array;
}

/** Runs `use` on a bundle, and closes it. @throws WinnowError of `use`, with the name of the file */
export function withBundle<T>(directory: string, file: string, use: (bundle: OpenBundle) => T): T {
  const path = join(directory, file);
  const descriptor = readOrThrow(path, () => openSync(path, 'r'));
  try {
    return use({
      // Before the size: a crawl that ends the bundle in between only makes it longer.
      isOpen: existsSync(path + openEnding),
      size: fstatSync(descriptor).size,
      read: (offset, length) => read(descriptor, offset, length),
    });
  } catch (error) {
    if (!(error instanceof WinnowError)) throw error;
    throw new WinnowError(error.code, `${path}: ${error.message}`, { cause: error });
  } finally {
    closeSync(descriptor);
  }
}

export interface BundlePages {
  readonly entries: readonly BundleEntry[];
  /** Where the index begins, or would begin. */
  readonly at: number;
  /** Whether it has an index. Otherwise its pages were found by reading it. */
  readonly isIndexed: boolean;
}

/** Returns the pages of a bundle: by its index, or what is whole of one that is written or was cut off. */
export function pagesOf({ size, isOpen, read }: OpenBundle): BundlePages {
  const index = isOpen ? undefined : indexIn(size, read);
  if (index !== undefined) return { ...index, isIndexed: true };
  const { entries, end } = scanBundle(read, size);
  return { entries, at: end, isIndexed: false };
}

function indexIn(size: number, read: OpenBundle['read']): Omit<BundlePages, 'isIndexed'> | undefined {
  try {
    const at = indexOffset(read(Math.max(size - footerLength, 0), footerLength));
    return { entries: decodeIndex(read(at, Math.max(size - at, 0))), at };
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'corrupt') return undefined;
    throw error;
  }
}

/** Reads up to `length` bytes; fewer at the end of the file. */
function read(descriptor: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, offset + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}
