import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnvironment } from '../../config/stack/environment.ts';

/** The package has its programs bundled, and threads lie beside them. */
const isCheckout = import.meta.url.endsWith('.ts');

/** The bundle of a thread, where a checkout has its threads bundled; undefined: the thread runs from its own file. */
export function threadFile(name: string): URL | undefined {
  const { bundled } = readEnvironment();
  return isCheckout && bundled !== undefined ? pathToFileURL(join(bundled, `${name}.js`)) : undefined;
}
