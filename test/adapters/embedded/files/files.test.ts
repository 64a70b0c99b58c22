import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileChanges } from '../../../../lib/adapters/embedded/files/file-changes.ts';
import { FileDocuments } from '../../../../lib/adapters/embedded/files/file-documents.ts';
import {
  type Files,
  fileError,
  nodeFiles,
  writeWhole,
} from '../../../../lib/adapters/embedded/files/files.ts';
import { type Database, openDatabase } from '../../../../lib/adapters/embedded/tables/database.ts';
import { oddHosts } from '../../../contracts/fixture.ts';

const document = { md5: 'ab'.repeat(16), digest: 'cd'.repeat(32), body: new Uint8Array(9), contentType: '' };

describe('a collection in files', () => {
  let directory = '';
  let database: Database;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'winnow-'));
    database = openDatabase(directory);
  });
  afterEach(() => {
    database.close();
    rmSync(directory, { recursive: true });
  });

  it('leaves nothing beside a file that was written', () => {
    writeWhole(nodeFiles, join(directory, 'new', 'file'), 'text');
    writeWhole(nodeFiles, join(directory, 'new', 'file'), 'newer');
    expect(readdirSync(join(directory, 'new'))).toEqual(['file']);
    expect(readFileSync(join(directory, 'new', 'file'), 'utf8')).toBe('newer');
  });

  it.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EACCES', 'unavailable'],
  ])('tells a full disk from other errors: %s', (code, expected) => {
    const error = fileError('/data/file', Object.assign(new Error(code), { code }));
    expect(error).toMatchObject({ name: 'WinnowError', code: expected });
    expect(error.message).toContain('/data/file');
  });

  it('has no half document when the disk is full in the middle of one', async () => {
    const full: Files = {
      ...nodeFiles,
      write: () => {
        throw fileError('file', Object.assign(new Error('full'), { code: 'ENOSPC' }));
      },
    };
    const documents = new FileDocuments(directory, full);
    await expect(documents.put('job', document)).rejects.toMatchObject({ code: 'full' });
    expect(await documents.read(documents.key('job', document.md5, document.digest))).toBeUndefined();
    expect(await new FileDocuments(directory).put('job', document)).toContain(document.md5);
  });

  it('says what the file system says when it is not about room', async () => {
    writeFileSync(join(directory, 'documents'), 'in the way');
    await expect(new FileDocuments(directory).put('job', document)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('gives changes names that every file system takes', () => {
    const changes = new FileChanges(database.connection, directory);
    for (const host of [...oddHosts, 'con', 'aux.example', 'nul:8080']) {
      const name = basename(changes.key('job', host, 2 ** 40));
      expect(name).toMatch(/^[a-z0-9._-]+\.jsonl$/);
      expect(name.length).toBeLessThan(150);
    }
  });

  it('lists the changes of a job in the order of their publication, once each', async () => {
    const changes = new FileChanges(database.connection, directory);
    await changes.put('job', 'b.example', 2, ['1']);
    await changes.put('other', 'a.example', 1, ['1']);
    await changes.put('job', 'a.example', 1, ['1', '2']);
    await changes.put('job', 'b.example', 2, ['1', '2', '3']);
    await changes.put('job', 'b.example', 3, []);
    const all = await changes.list('job', {}, 10);
    expect(all.objects.map(({ host, turn }) => [host, turn])).toEqual([
      ['b.example', 2],
      ['a.example', 1],
      ['b.example', 3],
    ]);
    expect(await changes.list('job', {}, 10, all.cursor)).toEqual({ objects: [] });
    await changes.put('job', 'a.example', 2, ['1']);
    const { objects } = await changes.list('job', {}, 10, all.cursor);
    expect(objects.map(({ host, turn }) => [host, turn])).toEqual([['a.example', 2]]);
  });

  it('does not go back in time when the clock is set back', async () => {
    const changes = new FileChanges(database.connection, directory);
    await changes.put('job', 'a.example', 1, ['1']);
    const ahead = Date.now() + 3_600_000;
    database.connection.run('UPDATE changes SET at = ?', ahead);
    await changes.put('job', 'a.example', 2, ['1']);
    const { objects } = await changes.list('job', { since: ahead }, 10);
    expect(objects.map(({ turn, at }) => [turn, at])).toEqual([
      [1, ahead],
      [2, ahead],
    ]);
  });
});
