import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleThreads } from './bundle-threads.ts';

const root = join(import.meta.dirname, '..');

/**
 * Has this process and those that it starts run threads as the package does, from bundles of this checkout as it is now.
 * @param name of the bundles: those of one name find code that was compiled before; two processes at once need two names
 * @returns what bundles them again, and what removes the bundles
 */
export function useBundledThreads(name: string): { readonly renew: () => void; readonly remove: () => void } {
  const directory = join(root, '.winnow', 'threads', name);
  rmSync(directory, { recursive: true, force: true });
  const renew = (): void => bundleThreads(root, '.ts', directory);
  renew();
  process.env.WINNOW_THREADS = directory;
  return { renew, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
