import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FileDocuments } from '../../../lib/adapters/embedded/files/file-documents.ts';
import { openDatabase } from '../../../lib/adapters/embedded/tables/database.ts';
import { SqliteRecords } from '../../../lib/adapters/embedded/tables/sqlite-records.ts';
import { noise } from '../../contracts/fixture.ts';
import { md5Of } from '../../contracts/records/records-made.ts';

const writer = join(import.meta.dirname, 'keep-writing.ts');

it('a process that is killed while it writes leaves whole documents, and every record what it names', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-'));
  let count = 0;
  for (const delayMs of [3, 31, 62, 127]) {
    const child = spawn(process.execPath, [writer, directory, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await setTimeout(delayMs);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { connection, close } = openDatabase(directory);
    const documents = new FileDocuments(directory);
    const records = new SqliteRecords(connection);
    expect(connection.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
    count = await records.count('job');
    for (let i = 0; i < count; i++) {
      const record = await records.record('job', md5Of(i));
      expect(record?.title).toBe(String(i));
      const bytes = await documents.read(record?.document ?? '');
      expect(Buffer.compare(gunzipSync(bytes ?? ''), noise(80_000, i + 1))).toBe(0);
    }
    const unregistered = await documents.read(documents.key('job', md5Of(count), md5Of(count)));
    if (unregistered !== undefined) expect(gunzipSync(unregistered)).toHaveLength(80_000);
    close();
  }
  expect(count).toBeGreaterThan(0);
  rmSync(directory, { recursive: true });
});
