import { existsSync, readFileSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { append } from '../../../lib/domain/base/long-lists.ts';
import type { BundleEntry } from '../../../lib/domain/warc/bundle-index.ts';
import { cdxjLines, filenameOf } from '../../../lib/domain/warc/cdxj.ts';
import { readOrThrow, writeBytes } from '../base/files.ts';
import { bundleFiles, readIndex } from './read-bundle.ts';

const fileName = 'index.cdxj';

/** Writes the CDXJ file of an archive. @returns the number of its lines */
export function writeIndex(directory: string, bundles: ReadonlyMap<string, readonly BundleEntry[]>): number {
  return writeLines(directory, cdxjLines(bundles));
}

/**
 * Brings the CDXJ file of an archive up to date: reads the index of bundles that are new, or were changed since the file was
 * written, and drops the lines of bundles that are gone.
 * @returns the number of its lines, and of bundles that were read
 */
export function updateIndex(directory: string): { readonly pages: number; readonly read: number } {
  const path = join(directory, fileName);
  const now = Date.now();
  const writtenAt = existsSync(path) ? statSync(path).mtimeMs : Number.NEGATIVE_INFINITY;
  const text = existsSync(path) ? readOrThrow(path, () => readFileSync(path, 'utf8')) : '';
  const known = Map.groupBy(text.split('\n').filter(Boolean), filenameOf);
  const kept: string[] = [];
  const changed: [string, readonly BundleEntry[]][] = [];
  for (const file of bundleFiles(directory)) {
    const lines = known.get(file);
    if (lines !== undefined && statSync(join(directory, file)).mtimeMs < writtenAt) append(kept, lines);
    else changed.push([file, readIndex(directory, file)]);
  }
  const pages = writeLines(directory, cdxjLines(changed, kept));
  // Bundles may have grown since they were read.
  utimesSync(path, now / 1_000, now / 1_000);
  return { pages, read: changed.length };
}

function writeLines(directory: string, lines: readonly string[]): number {
  const path = join(directory, fileName);
  writeBytes(`${path}.new`, lines.map((line) => `${line}\n`).join(''));
  renameSync(`${path}.new`, path);
  return lines.length;
}
