import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { WinnowError } from '../../base/error.ts';

/** What the browser gets of the console: texts by their names. */
export type ConsoleFiles = ReadonlyMap<string, string>;

/** The page that has the others loaded. */
export const firstFile = 'index.html';

/** Files that the package was built with, beside its bundles. */
const built = fileURLToPath(new URL('../console/', import.meta.url));
/** What bundles them in a checkout, as seen from the sources and from bundles of them. */
const bundler = fileURLToPath(new URL('../../../packaging/bundle-console.ts', import.meta.url));
/** The files have 150 kB at most. */
const maxBuffer = 1_000_000;

/** The files of the package; a checkout bundles its sources. @throws WinnowError `unavailable` where they cannot be bundled */
export async function consoleFiles(): Promise<ConsoleFiles> {
  const names = (await readdir(built).catch(() => [])).filter((name) => extname(name) !== '.ts');
  if (!names.includes(firstFile)) return await bundled();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(built, name), 'utf8')] as const)),
  );
}

async function bundled(): Promise<ConsoleFiles> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [bundler], { maxBuffer });
    return new Map(Object.entries(JSON.parse(stdout) as Readonly<Record<string, string>>));
  } catch (cause) {
    throw new WinnowError(
      'unavailable',
      'the console cannot be bundled: a checkout needs its development dependencies (`npm ci`)',
      { cause },
    );
  }
}
