import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** A job.yaml as a tree; what it does not say is at its default, but for what `jobDirectory` sets. */
export type JobTree = Readonly<Record<string, unknown>>;

/**
 * A new directory with a job.yaml in it that crawls hosts on loopback without a gap and waits for none that fails; `tree` adds to it and
 * overrides it, key by key.
 */
export function jobDirectory(name: string, tree: JobTree = {}): string {
  const directory = mkdtempSync(join(tmpdir(), `winnow-e2e-${name}-`));
  writeJob(directory, name, tree);
  return directory;
}

/** Writes (again) the job.yaml of a job directory. */
export function writeJob(directory: string, name: string, tree: JobTree): void {
  const job = {
    name,
    scope: { hosts: ['localhost'] },
    network: { allow: ['localhost'] },
    politeness: { waitIntervalHost: 0 },
    crawl: { patience: 1 },
    ...tree,
  };
  writeFileSync(join(directory, 'job.yaml'), stringify(job));
}
