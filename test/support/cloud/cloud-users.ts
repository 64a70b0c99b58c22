import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homes } from '../../../localstack/state.ts';

/**
 * Which test runs use the cloud of the tests, by the ids of their main processes: runs side by side share it, and
 * the last one stops it. A run that died without a word does not count.
 */
const users = join(homes.tests, 'users');

export function enter(run: string): void {
  mkdirSync(users, { recursive: true });
  writeFileSync(join(users, run), '');
}

/** True when this run used the cloud and no other that is alive does. */
export function leave(run: string): boolean {
  const all = readdirSync(homes.tests).includes('users') ? readdirSync(users) : [];
  rmSync(join(users, run), { force: true });
  return all.includes(run) && !all.some((other) => other !== run && alive(Number(other)));
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
