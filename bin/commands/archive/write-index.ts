import { existsSync, readFileSync, renameSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { BundleEntry } from '../../../lib/archive/bundles.ts';
import { cdxjLines, filenameOf } from '../../../lib/archive/formats.ts';
import { append } from '../../../lib/base/long-lists.ts';
import { readOrThrow, writeBytes } from '../base/files.ts';
import { bundleFiles, readIndex } from './read-bundle.ts';

const fileName = 'index.cdxj';

/** Writes the CDXJ file of an archive. @returns the number of its lines */
export function writeIndex(directory: string, bundles: ReadonlyMap<string, readonly BundleEntry[]>): number {
  return writeLines(directory, cdxjLines(bundles));
}

/** Says which pages of a bundle belong to no archive. */
export type LeaveOut = (entries: readonly BundleEntry[]) => Promise<ReadonlySet<BundleEntry>>;

/** A file system tells the time of a write by a clock that goes in steps: of 10 ms at the most where the kernel counts 100 a second. */
const coarseClockMs = 20;

/** A turn has committed its pages, or never will, within this time. */
const longestTurnMs = 86_400_000;

interface Updated {
  readonly pages: number;
  readonly read: number;
}

/**
 * Brings the CDXJ file of an archive up to date: reads the index of bundles that are new, or were changed since the file was
 * written, and drops the lines of bundles that are gone. A page that was left out may belong to it a little later: then its bundle,
 * and those that are newer, are read once more. Beside an erasure it looks again: the file is not to bring back what was erased.
 * @returns the number of its lines, and of bundles that were read
 */
export async function updateIndex(directory: string, leaveOut: LeaveOut): Promise<Updated> {
  for (;;) {
    const updated = await update(directory, leaveOut);
    if (updated !== undefined) return updated;
  }
}

/** @returns undefined: a page was erased meanwhile that the file names */
async function update(directory: string, leaveOut: LeaveOut): Promise<Updated | undefined> {
  const path = join(directory, fileName);
  const now = Date.now();
  const writtenAt = existsSync(path) ? statSync(path).mtimeMs : Number.NEGATIVE_INFINITY;
  const text = existsSync(path) ? readOrThrow(path, () => readFileSync(path, 'utf8')) : '';
  const known = Map.groupBy(text.split('\n').filter(Boolean), filenameOf);
  const kept: string[] = [];
  const changed: [string, readonly BundleEntry[]][] = [];
  const changedAt = new Map<string, number>();
  let upTo = now - coarseClockMs;
  for (const file of bundleFiles(directory)) {
    const lines = known.get(file);
    const { mtimeMs } = statSync(join(directory, file));
    changedAt.set(file, mtimeMs);
    if (lines !== undefined && mtimeMs < writtenAt) {
      append(kept, lines);
      continue;
    }
    const entries = readIndex(directory, file);
    const out = await leaveOut(entries);
    changed.push([file, entries.filter((entry) => !out.has(entry))]);
    if (out.size > 0 && now - mtimeMs < longestTurnMs) upTo = Math.min(upTo, mtimeMs);
  }
  const lines = cdxjLines(changed, kept);
  writeLines(directory, lines);
  // Bundles may have grown since they were read.
  utimesSync(path, upTo / 1_000, upTo / 1_000);
  return hasErased(directory, lines, changedAt) ? undefined : { pages: lines.length, read: changed.length };
}

/** Whether lines name pages that bundles had at a time, and have no more. */
function hasErased(
  directory: string,
  lines: readonly string[],
  changedAt: ReadonlyMap<string, number>,
): boolean {
  const changed = bundleFiles(directory).filter(
    (file) => changedAt.get(file) !== statSync(join(directory, file)).mtimeMs,
  );
  const present = new Set(cdxjLines(changed.map((file) => [file, readIndex(directory, file)] as const)));
  return lines.some((line) => changed.includes(filenameOf(line)) && !present.has(line));
}

function writeLines(directory: string, lines: readonly string[]): number {
  const path = join(directory, fileName);
  writeBytes(`${path}.new`, lines.map((line) => `${line}\n`).join(''));
  renameSync(`${path}.new`, path);
  return lines.length;
}
