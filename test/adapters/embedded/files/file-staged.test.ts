import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileStaged } from '../../../../lib/adapters/embedded/files/file-staged.ts';
import { openDatabase } from '../../../../lib/adapters/embedded/tables/database.ts';

it('reads and deletes what an earlier version staged in the database', async () => {
  const { connection, close } = openDatabase(':memory:');
  const directory = mkdtempSync(join(tmpdir(), 'winnow-staged-'));
  const staged = new FileStaged(connection, directory);
  connection.run(`INSERT INTO staged (job, id, lines) VALUES ('job', '3-xy', '{"a":1}\n{"b":2}\n')`);
  expect(await staged.read('job', '3-xy')).toEqual(['{"a":1}', '{"b":2}']);
  await staged.delete('job', '3-xy');
  expect(await staged.read('job', '3-xy')).toBeUndefined();
  close();
  rmSync(directory, { recursive: true });
});
