import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleThreads } from './bundle-threads.ts';

const root = join(import.meta.dirname, '..');

/**
 * Has this process and those that it starts run threads as the package does, from bundles of this checkout as it is now.
 * @returns what bundles them again, and what removes the bundles
 */
export function useBundledThreads(): { readonly renew: () => void; readonly remove: () => void } {
  const home = join(root, '.winnow', 'threads');
  mkdirSync(home, { recursive: true });
  const directory = mkdtempSync(join(home, 'run-'));
  const renew = (): void => bundleThreads(root, '.ts', directory);
  renew();
  process.env.WINNOW_THREADS = directory;
  return { renew, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
