import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BundleDocuments } from '../../../lib/adapters/embedded/bundles/bundle-documents.ts';
import { recoverBundles } from '../../../lib/adapters/embedded/bundles/recover-bundles.ts';
import { openDatabase } from '../../../lib/adapters/embedded/tables/database.ts';
import { SqliteRecords } from '../../../lib/adapters/embedded/tables/sqlite-records.ts';
import { footerLength, indexOffset } from '../../../lib/archive/warc/bundle-index.ts';
import { documentName } from '../../../lib/archive/warc/document-name.ts';
import { noise } from '../../contracts/fixture.ts';
import { md5Of } from '../../contracts/records/records-made.ts';
import { documentBody } from '../../support/put-document.ts';

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
    recoverBundles(directory, Date.now());
    const documents = new BundleDocuments(directory);
    const records = new SqliteRecords(connection);
    expect(connection.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
    count = await records.count('job');
    for (let i = 0; i < count; i++) {
      const record = await records.record('job', md5Of(i));
      expect(record?.title).toBe(String(i));
      const body = (await documentBody(documents, record?.document)) ?? new Uint8Array();
      expect(Buffer.compare(body, noise(80_000, i + 1))).toBe(0);
    }
    // Pages of turns that were never committed are whole, too, and listed.
    for (const { key } of (await documents.bundles('job', 100)).bundles) {
      for (const { offset, length } of await documents.entries(key))
        expect(await documentBody(documents, documentName({ bundle: key, offset, length }))).toHaveLength(
          80_000,
        );
      const bytes = readFileSync(join(directory, key));
      expect(() => indexOffset(bytes.subarray(-footerLength))).not.toThrow();
    }
    close();
  }
  expect(count).toBeGreaterThan(0);
  rmSync(directory, { recursive: true });
});
