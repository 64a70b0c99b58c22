import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WinnowError } from '../lib/base/error.ts';

/** The interpreter of the environment in a directory. */
export function pythonIn(venv: string): string {
  return process.platform === 'win32' ? join(venv, 'Scripts', 'python.exe') : join(venv, 'bin', 'python');
}

/**
 * Installs what a requirements file names into an environment of its own, once.
 * @param say is told before the installation begins
 * @throws WinnowError `unavailable`, with what Python or pip said
 */
export function installPython(venv: string, requirements: string, say: () => void): void {
  // Written last, so that half an environment is made again.
  const stamp = join(venv, 'requirements.sha256');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say();
  rmSync(venv, { recursive: true, force: true });
  run(
    'python3',
    ['-m', 'venv', venv],
    'Python 3.10 or later with its venv module is needed (Debian: python3-venv)',
  );
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '-r',
    requirements,
  ];
  run(pythonIn(venv), pip, `pip could not install ${requirements}`);
  writeFileSync(stamp, wanted);
}

function run(command: string, args: readonly string[], otherwise: string): void {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.status === 0) return;
  const detail = done.error?.message ?? `${done.stdout}${done.stderr}`.trim();
  throw new WinnowError('unavailable', `${otherwise}: ${detail}`);
}
