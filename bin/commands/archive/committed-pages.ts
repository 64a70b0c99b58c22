import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { enterJob } from '../../../lib/api/open-local.ts';
import type { LeaveOut } from './write-index.ts';

/**
 * Runs `use` with what says which pages of a directory of bundles belong to no archive. In `bundles/<job>` of a data directory these
 * are pages of turns that were never committed; nobody knows of any in another directory.
 */
export async function withCommitted<T>(
  directory: string,
  use: (leaveOut: LeaveOut) => Promise<T>,
): Promise<T> {
  const path = resolve(directory);
  const data = dirname(dirname(path));
  const isOfCrawl = basename(dirname(path)) === 'bundles' && existsSync(join(data, 'winnow.db'));
  if (!isOfCrawl) return await use(async () => new Set());
  const job = basename(path);
  const crawl = await enterJob(data, job, { guest: true });
  try {
    const { installation } = crawl;
    const isKnown = (await installation.jobs()).some(({ name }) => name === job);
    return await use(async (entries) => {
      const contents = entries.map(({ md5 }) => md5);
      const out = isKnown ? await installation.unrecorded(job, contents) : new Set();
      return new Set(entries.filter(({ md5 }) => out.has(md5)));
    });
  } finally {
    await crawl.close();
  }
}
