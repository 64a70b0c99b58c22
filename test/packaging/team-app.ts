import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lockDirectory, type ProcessLock } from '../../lib/adapters/embedded/files/process-lock.ts';

const root = join(import.meta.dirname, '..', '..');

/** Packs the package of this checkout into a folder. @returns the tarball */
export async function pack(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const lock = await lockBuild();
  try {
    const given = ['pack', '--silent', '--pack-destination', folder];
    const { stdout } = await promisify(execFile)('npm', given, { cwd: root, env });
    return join(folder, stdout.trim().split('\n').at(-1) ?? '');
  } finally {
    lock.release();
  }
}

/** Packing writes `dist/` anew, and test files that run side by side both want a package. */
async function lockBuild(): Promise<ProcessLock> {
  const place = join(tmpdir(), `winnow-pack-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);
  mkdirSync(place, { recursive: true });
  for (const end = Date.now() + 240_000; ; await sleep(250)) {
    try {
      return lockDirectory(place);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** Puts examples/team-app into a folder, with the package installed; all else that it asks for is what this checkout has. */
export function installTeamApp(folder: string, tarball: string): string {
  const app = join(folder, 'team-app');
  const modules = join(app, 'node_modules');
  cpSync(join(root, 'examples', 'team-app'), app, { recursive: true });
  mkdirSync(join(modules, 'winnow-crawler'), { recursive: true });
  execFileSync('tar', ['xzf', tarball, '-C', join(modules, 'winnow-crawler'), '--strip-components=1']);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  return app;
}
