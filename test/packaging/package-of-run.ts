import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { oneAtATime } from '../support/one-at-a-time.ts';

const root = join(import.meta.dirname, '..', '..');
const folderOf = (run: string): string => join(root, '.winnow', 'packed', run);
const ownRun = String(process.pid);

/** As in a shell of a person's: the command line says how it was called. */
export const shell = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')),
);
/** Commands find this Node first: what is installed has none of its own. */
export const nodeFirst = {
  ...shell,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
};

/** Vitest's global set-up: what was packed is of the sources as they were then. */
export function setup(project: TestProject): void {
  project.onTestsRerun(async () => teardown());
}

export function teardown(): void {
  rmSync(folderOf(ownRun), { recursive: true, force: true });
}

/** The package of this checkout, packed by the first test file of a run that needs it. @returns the tarball */
export async function packed(): Promise<string> {
  const folder = folderOf(process.env.WINNOW_TEST_RUN ?? ownRun);
  // Packing writes `dist/` anew, and test files that run side by side both want a package.
  return oneAtATime('pack', async () => {
    const tarballs = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
    // Into a folder that is not there yet.
    const given = ['pack', '--silent', '--pack-destination', folder];
    if (tarballs().length === 0) await promisify(execFile)('npm', given, { cwd: root, env: nodeFirst });
    return join(folder, ...tarballs());
  });
}
