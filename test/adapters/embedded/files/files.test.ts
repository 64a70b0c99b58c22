import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileChanges } from '../../../../lib/adapters/embedded/files/file-changes.ts';
import { nodeFiles, writeWhole } from '../../../../lib/adapters/embedded/files/files.ts';
import { type Database, openDatabase } from '../../../../lib/adapters/embedded/tables/database.ts';
import { fileError } from '../../../../lib/adapters/system/file-error.ts';

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

  it('puts the changes of many turns into one file', async () => {
    const changes = new FileChanges(database.connection, directory);
    for (let at = 0; at < 50; at += 1) await changes.put('job', `~${at}-x.a.example:80.1`, [`{"at":${at}}`]);
    const files = readdirSync(join(directory, 'changes', 'job'));
    expect(files).toHaveLength(1);
    expect(files[0]).toMatch(/^[a-z0-9._-]+\.jsonl$/);
    expect(await changes.read('job', '~7-x.a.example:80.1')).toEqual(['{"at":7}']);
  });

  it('leaves nothing of lines that are replaced', async () => {
    const changes = new FileChanges(database.connection, directory);
    await changes.put('job', '~1-a', ['{"text":"secret one"}', '{"text":"secret two"}']);
    await changes.put('job', '~1-b', ['{"text":"stays"}']);
    await changes.put('job', '~1-a', ['{}']);
    const text = () => {
      const folder = join(directory, 'changes', 'job');
      return readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('');
    };
    expect(text()).not.toContain('secret');
    expect(await changes.read('job', '~1-a')).toEqual(['{}']);
    await changes.put('job', '~1-b', ['{"text":"longer than what was there before"}']);
    expect(text()).not.toContain('stays');
    expect(await changes.read('job', '~1-b')).toEqual(['{"text":"longer than what was there before"}']);
  });

  it('lists the changes of a job in the order of their publication, once each', async () => {
    const changes = new FileChanges(database.connection, directory);
    await changes.put('job', '~2-b', ['1']);
    await changes.put('other', '~1-a', ['1']);
    await changes.put('job', '~1-a', ['1', '2']);
    await changes.put('job', '~2-b', ['1', '2', '3']);
    await changes.put('job', '~3-b', []);
    const all = await changes.list('job', {}, 10);
    expect(all.objects.map(({ name }) => name)).toEqual(['~2-b', '~1-a', '~3-b']);
    expect(await changes.list('job', {}, 10, all.cursor)).toEqual({ objects: [] });
    await changes.put('job', '~0-c', ['1']);
    const { objects } = await changes.list('job', {}, 10, all.cursor);
    expect(objects.map(({ name }) => name)).toEqual(['~0-c']);
  });

  it('does not go back in time when the clock is set back', async () => {
    const changes = new FileChanges(database.connection, directory);
    await changes.put('job', '~1-a', ['1']);
    const ahead = Date.now() + 3_600_000;
    database.connection.run('UPDATE changes_object SET at = ?', ahead);
    await changes.put('job', '~2-a', ['1']);
    const { objects } = await changes.list('job', { since: ahead }, 10);
    expect(objects.map(({ name, at }) => [name, at])).toEqual([
      ['~1-a', ahead],
      ['~2-a', ahead],
    ]);
  });
});
