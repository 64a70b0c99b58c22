import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvironment } from '../../config/stack/environment.ts';

/** The package has its threads bundled in the place of their own files. */
const isCheckout = import.meta.url.endsWith('.ts');

/** The bundle of a thread, where a checkout has its threads bundled; undefined: the thread runs from its own file. */
export function threadFile(name: string): URL | undefined {
  const { threads } = readEnvironment();
  return isCheckout && threads !== undefined ? pathToFileURL(join(threads, `${name}.js`)) : undefined;
}
