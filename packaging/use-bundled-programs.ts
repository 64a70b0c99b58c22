import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePrograms } from './bundle-programs.ts';

const root = join(import.meta.dirname, '..');

/**
 * Has this process and those that it starts run the command line and threads as the package does, from bundles of this checkout as it is now.
 * @param name of the bundles: those of one name find code that was compiled before; two processes at once need two names
 * @returns what bundles them again, and what removes the bundles
 */
export function useBundledPrograms(name: string): {
  readonly renew: () => void;
  readonly remove: () => void;
} {
  const directory = join(root, '.winnow', 'bundled', name);
  rmSync(directory, { recursive: true, force: true });
  const renew = (): void => bundlePrograms(root, '.ts', directory);
  renew();
  process.env.WINNOW_BUNDLED = directory;
  return { renew, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
