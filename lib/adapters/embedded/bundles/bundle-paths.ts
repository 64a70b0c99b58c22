import { join } from 'node:path';
import { isBundleName } from '../../../archive/formats.ts';
import type { Files } from '../files/files.ts';

/** The mark beside a bundle that has no index yet. */
export const openEnding = '.open';
/** The index of all bundles of a job that `winnow archive index` writes. */
export const cdxjName = 'index.cdxj';

/** The folder of a job's bundles, as the beginning of their keys. */
export function bundleFolder(job: string): string {
  return `bundles/${job}`;
}

/** The keys of a job's bundles, ascending. */
export function bundleKeys(files: Files, directory: string, job: string): readonly string[] {
  const folder = bundleFolder(job);
  const names = files.list(join(directory, folder)).filter(isBundleName);
  return names.sort().map((name) => `${folder}/${name}`);
}
