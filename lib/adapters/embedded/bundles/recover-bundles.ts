import { join } from 'node:path';
import { type Files, nodeFiles } from '../files/files.ts';
import { bundleFolder, openEnding } from './bundle-paths.ts';
import { readStoredBundle, writeIndex } from './stored-bundle.ts';

/**
 * Ends the bundles that killed processes left open: cuts each after its last whole member, and appends its index. No
 * other process may write to them. @param at epoch ms
 */
export function recoverBundles(directory: string, at: number, files: Files = nodeFiles): void {
  for (const job of files.list(join(directory, 'bundles'))) {
    const folder = bundleFolder(job);
    for (const name of files.list(join(directory, folder))) {
      if (name.endsWith(openEnding))
        recoverBundle(files, directory, `${folder}/${name.slice(0, -openEnding.length)}`, at);
    }
  }
}

function recoverBundle(files: Files, directory: string, key: string, at: number): void {
  const path = join(directory, key);
  const bundle = readStoredBundle(files, directory, key);
  if (bundle !== undefined && !bundle.isIndexed) {
    if (bundle.entries.length === 0) files.remove(path);
    else writeIndex(files, { directory, key, at }, bundle);
  }
  files.remove(path + openEnding);
}
