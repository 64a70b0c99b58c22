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

/** The folder of a day: a stack has one for each, and a dump of it is loaded under the same keys. */
const isDay = /^\d{8}$/;

/** The keys of a job's bundles, ascending. */
export function bundleKeys(files: Files, directory: string, job: string): readonly string[] {
  const folder = bundleFolder(job);
  const names = files.list(join(directory, folder));
  const ofDays = names
    .filter((name) => isDay.test(name))
    .flatMap((day) => files.list(join(directory, folder, day)).map((name) => `${day}/${name}`));
  const keys = [...names, ...ofDays].filter((name) => isBundleName(name));
  return keys.sort().map((name) => `${folder}/${name}`);
}
