import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { madeOnce } from '../support/made-once.ts';
import { oneAtATime } from '../support/one-at-a-time.ts';

const root = join(import.meta.dirname, '..', '..');

/** As in a shell of a person's: the command line says how it was called. */
export const shell = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
);
/** Commands find this Node first: what is installed has none of its own. */
export const nodeFirst = {
  ...shell,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
};

/** The package of this checkout, packed by the first test file of a run that needs it. @returns the tarball */
export async function packed(): Promise<string> {
  const folder = madeOnce('package');
  // Packing writes `dist/` anew, and test files that run side by side both want a package.
  return oneAtATime('pack', async () => {
    const tarballs = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
    // Into a folder that is not there yet.
    const given = ['pack', '--silent', '--pack-destination', folder];
    if (tarballs().length === 0) await promisify(execFile)('npm', given, { cwd: root, env: nodeFirst });
    return join(folder, ...tarballs());
  });
}
