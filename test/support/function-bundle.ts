import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BundleName, bundle } from '../../lib/infra/bundle/bundle.ts';
import { madeOnce } from './made-once.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Does work with bundles of functions that a run of tests makes once, while no other test file does; nothing may be put into them. */
export function withFunctionBundles<T>(
  work: (folderOf: (name: BundleName) => string) => T | Promise<T>,
): Promise<T> {
  return oneAtATime('bundles', async () => await work(bundleOf));
}

function bundleOf(name: BundleName): string {
  const folder = join(madeOnce('bundles'), name);
  if (!existsSync(folder)) bundle(name, folder);
  return folder;
}
