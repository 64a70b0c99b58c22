import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WinnowError } from '../base/error.ts';
import type { LocalEvents } from '../runtime/shared/change-events.ts';

/** How far a job's changes were read: the cursor of the change log, and the lines of the object behind it. */
interface ReadSoFar {
  readonly cursor?: string;
  readonly lines: number;
}

/**
 * Reads the lines of the change log that were not read before, one changes object in memory. Stores how far the reader came
 * behind each object, and inside one when the reader leaves.
 * @throws WinnowError `corrupt` for an object that is missing; the next call goes on behind it
 */
export async function* readUnread(
  events: Pick<LocalEvents, 'after'>,
  job: string,
  dataDir: string,
): AsyncGenerator<string, void> {
  const file = join(dataDir, 'readers', `${job}.json`);
  let read = stored(file);
  try {
    while (true) {
      const missing: string[] = [];
      const next = await events.after(job, read.cursor, ({ key }) => missing.push(key));
      if (next === undefined) return;
      for (const line of next.object.lines.slice(read.lines)) {
        yield line;
        read = { ...read, lines: read.lines + 1 };
      }
      read = { cursor: next.cursor, lines: 0 };
      store(file, read);
      if (missing.length > 0)
        throw new WinnowError('corrupt', `changes are missing, take a snapshot: ${missing.join(', ')}`);
    }
  } finally {
    if (read.lines > 0) store(file, read);
  }
}

function stored(file: string): ReadSoFar {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReadSoFar;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { lines: 0 };
    throw new WinnowError('corrupt', `${file} cannot be read; without it all changes are read again`, {
      cause: error,
    });
  }
}

function store(file: string, read: ReadSoFar): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(read));
  renameSync(`${file}.part`, file);
}
