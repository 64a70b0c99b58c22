import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockDirectory, type ProcessLock } from '../../lib/adapters/embedded/files/process-lock.ts';

const root = join(import.meta.dirname, '..', '..');
const longestMs = 540_000;

/** Does work of this name while no other test file of this checkout does any. */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const checkout = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const place = join(tmpdir(), `winnow-${name}-${checkout}`);
  mkdirSync(place, { recursive: true });
  const lock = await locked(place);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function locked(place: string): Promise<ProcessLock> {
  for (const end = Date.now() + longestMs; ; await sleep(250)) {
    try {
      return lockDirectory(place);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
