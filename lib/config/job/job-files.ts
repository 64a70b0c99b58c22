import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installationFileName } from './file-names.ts';
import type { LoadedJob } from './load-job.ts';

/** Directories below that of a job in which its topic, lists and plug-ins may lie, and files that are looked at. */
const deepest = 3;
const most = 2_000;

/**
 * Tells whether a file that a job may be made of was changed: a text that differs when one was written, made or deleted. Looks at
 * names, sizes and times below the directory of its job.yaml, and at the installation.yaml of its data directory. A file elsewhere is
 * not seen; saving the job.yaml again is.
 */
export function stampOf({ file, dataDir }: Pick<LoadedJob, 'file' | 'dataDir'>): string {
  const found: string[] = [stampOfFile(join(dataDir, installationFileName))];
  const look = (directory: string, depth: number): void => {
    if (depth > deepest) return;
    for (const entry of entriesOf(directory)) {
      const path = join(directory, entry.name);
      if (found.length >= most) return;
      if (entry.isFile()) found.push(stampOfFile(path));
      else if (entry.isDirectory() && path !== dataDir && entry.name !== 'node_modules')
        look(path, depth + 1);
    }
  };
  look(dirname(file), 0);
  return found.join('\n');
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // Deleted meanwhile, or not ours to read: then nothing of it is in the job either.
    return [];
  }
}

function stampOfFile(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? path : `${path} ${stat.size} ${stat.mtimeMs}`;
}
