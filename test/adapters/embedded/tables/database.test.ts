import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../../../lib/adapters/embedded/base/connection.ts';
import { openDatabase, openDatabaseBeside } from '../../../../lib/adapters/embedded/tables/database.ts';
import { firstVersion, schema, schemaVersion } from '../../../../lib/adapters/embedded/tables/schema.ts';
import { SqliteLinkLog } from '../../../../lib/adapters/embedded/tables/sqlite-link-log.ts';
import { noise } from '../../../contracts/fixture.ts';

const holder = join(import.meta.dirname, '../hold-lock.ts');

describe('the database of a data directory', () => {
  let directory = '';
  const children: ChildProcess[] = [];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'winnow-'));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await killed(child);
    rmSync(directory, { recursive: true });
  });

  /** Another process on the same directory, once it has opened it. */
  async function another(role = 'worker'): Promise<ChildProcess> {
    const child = spawn(process.execPath, [holder, directory, role], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  async function killed(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  function code(open: () => { close(): void }): { code: string; message: string } {
    try {
      open().close();
    } catch (error) {
      const { name, code, message } = error as { name: string; code: string; message: string };
      expect(name).toBe('WinnowError');
      return { code, message };
    }
    throw new Error('it was opened');
  }

  it('is made in a directory that is not there yet, and found again', () => {
    const deep = join(directory, 'a', 'b');
    for (const expected of [1, 2]) {
      const database = openDatabase(deep);
      database.connection.run("INSERT INTO link_open VALUES ('job', ?)", String(expected));
      expect(database.connection.all('SELECT id FROM link_open')).toHaveLength(expected);
      database.close();
      database.close();
    }
  });

  it('is locked by one process, which is named to the next', async () => {
    const child = await another();
    const refused = code(() => openDatabase(directory));
    expect(refused.code).toBe('locked');
    expect(refused.message).toContain(`process ${child.pid}`);
    expect(refused.message).toContain(directory);
  });

  it('is locked inside one process, too, until it is closed', () => {
    const database = openDatabase(directory);
    expect(code(() => openDatabase(directory)).code).toBe('locked');
    database.close();
    openDatabase(directory).close();
  });

  it('is free, and has everything that was written, the moment its process is killed', async () => {
    for (let round = 1; round <= 3; round++) {
      await killed(await another());
      const database = openDatabase(directory);
      expect(database.connection.all('SELECT * FROM pages')).toHaveLength(round);
      database.close();
    }
  });

  it('is read and written beside a crawl that holds it', async () => {
    const child = await another();
    const guest = openDatabaseBeside(directory);
    expect(guest.connection.all('SELECT day FROM pages')).toEqual([{ day: String(child.pid) }]);
    guest.connection.run("INSERT INTO pages VALUES ('job', 'guest', 1)");
    guest.close();
    await killed(child);
    expect(code(() => openDatabaseBeside(join(directory, 'nowhere'))).code).toBe('unavailable');
  });

  it('is made by one of several that come at the same time', async () => {
    await Promise.all(Array.from({ length: 4 }, () => another('beside')));
    const guest = openDatabaseBeside(directory);
    expect(guest.connection.all('SELECT * FROM pages')).toHaveLength(4);
    guest.close();
  });

  it.each(['emptied', 'lost'])('is not made anew when it was %s beside what its crawl brought', (how) => {
    const file = join(directory, 'winnow.db');
    openDatabase(directory).close();
    mkdirSync(join(directory, 'documents', 'birds'), { recursive: true });
    openDatabase(directory).close();
    if (how === 'lost') rmSync(file);
    else writeFileSync(file, '');
    for (const open of [openDatabase, openDatabaseBeside]) {
      const refused = code(() => open(directory));
      expect(refused.code).toBe('corrupt');
      expect(refused.message).toMatch(/documents holds what a crawl brought in: put the database back/);
    }
    rmSync(join(directory, 'documents'), { recursive: true });
    openDatabase(directory).close();
  });

  it('of a newer Winnow is left alone, with a word on what to do', () => {
    openDatabase(directory).close();
    const raw = new DatabaseSync(join(directory, 'winnow.db'));
    raw.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
    raw.close();
    for (const open of [openDatabase, openDatabaseBeside]) {
      const refused = code(() => open(directory));
      expect(refused.code).toBe('newer');
      expect(refused.message).toMatch(/update Winnow/);
    }
  });

  it.each([
    [`PRAGMA user_version = ${firstVersion - 1}`, 'an earlier schema'],
    [
      "INSERT INTO changes_object (job, name) VALUES ('a', 'a.example/0000000001')",
      'a changes object of its own file',
    ],
    ["INSERT INTO body VALUES ('a', 'a.example', 1, x'04')", 'a body of an earlier form'],
    ["INSERT INTO staged VALUES ('a', 'x', '{}')", 'contents staged in the database'],
  ])('of an earlier Winnow is left alone where it has what is read no more: %s (%s)', (change) => {
    const raw = new DatabaseSync(join(directory, 'winnow.db'));
    raw.exec(
      `${schema} PRAGMA application_id = 0x574e4f57; PRAGMA user_version = ${firstVersion}; ${change}`,
    );
    for (const open of [openDatabase, openDatabaseBeside]) {
      const refused = code(() => open(directory));
      expect(refused.code).toBe('older');
      expect(refused.message).toMatch(/go on with that one, or choose another data directory/);
    }
    expect(raw.prepare("SELECT name FROM sqlite_master WHERE name = 'staged'").all()).toHaveLength(1);
    raw.close();
  });

  it('of an older Winnow is not changed while that one crawls', async () => {
    const child = await another();
    const raw = new DatabaseSync(join(directory, 'winnow.db'));
    raw.exec(`PRAGMA user_version = ${schemaVersion - 1}`);
    const refused = code(() => openDatabaseBeside(directory));
    expect(refused.code).toBe('locked');
    expect(refused.message).toMatch(
      `in use by process ${child.pid}; stop that crawl first, which is of an older Winnow than this one`,
    );
    expect(raw.prepare('PRAGMA user_version').get()).toEqual({ user_version: schemaVersion - 1 });
    raw.close();
    await killed(child);
  });

  it('is not taken for one when it is a text, or a database of another program', () => {
    const file = join(directory, 'winnow.db');
    writeFileSync(file, 'This is a text, not a database. '.repeat(100));
    expect(code(() => openDatabase(directory)).code).toBe('corrupt');
    rmSync(file);
    const raw = new DatabaseSync(file);
    raw.exec('CREATE TABLE theirs (a)');
    raw.close();
    expect(code(() => openDatabase(directory)).code).toBe('corrupt');
    expect(readFileSync(file).length).toBeGreaterThan(0);
  });

  it('says that it is damaged when its pages make no sense', () => {
    const database = openDatabase(directory);
    database.connection.run("INSERT INTO pages VALUES ('job', 'day', 1)");
    database.close();
    const file = join(directory, 'winnow.db');
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 8_192);
    writeFileSync(file, bytes);
    expect(
      code(() => {
        const damaged = openDatabase(directory);
        try {
          damaged.connection.all('SELECT * FROM pages');
        } finally {
          damaged.close();
        }
        return damaged;
      }).code,
    ).toBe('corrupt');
  });

  it('says that the disk is full, keeps what it has, and goes on when there is room again', async () => {
    const database = openDatabase(directory);
    const links = new SqliteLinkLog(database.connection);
    await links.put('job', 'before', noise(10));
    database.connection.get('PRAGMA max_page_count = 60');
    await expect(links.put('job', 'large', noise(2_000_000))).rejects.toMatchObject({ code: 'full' });
    expect(() =>
      database.connection.transaction(() => {
        database.connection.run("INSERT INTO link_open VALUES ('job', 'half')");
        database.connection.run("INSERT INTO link_segment VALUES ('job', 'large', ?)", noise(2_000_000));
      }),
    ).toThrow(expect.objectContaining({ code: 'full' }));
    database.connection.get('PRAGMA max_page_count = 100000');
    expect(await links.open('job', 10)).toEqual([]);
    expect(await links.read('job', 'before')).toHaveLength(10);
    await links.put('job', 'large', noise(2_000_000));
    database.close();
  });

  describe('while it gathers writes', () => {
    const day = (db: Connection, name: string) => db.run("INSERT INTO pages VALUES ('job', ?, 1)", name);
    const days = (db: Connection) => db.all<{ day: string }>('SELECT day FROM pages').map((row) => row.day);

    it('shows others all that one callback wrote, or nothing of it', async () => {
      const { connection, close } = openDatabase(directory);
      const guest = openDatabaseBeside(directory);
      connection.gather();
      day(connection, '1');
      await Promise.resolve();
      day(connection, '2');
      expect([days(connection), days(guest.connection)]).toEqual([['1', '2'], []]);
      await setImmediate();
      expect(days(guest.connection)).toEqual(['1', '2']);
      day(guest.connection, '3');
      day(connection, '4');
      connection.flush();
      expect(days(guest.connection)).toEqual(['1', '2', '3', '4']);
      day(connection, '5');
      close();
      expect(days(guest.connection)).toHaveLength(5);
      guest.close();
    });

    it('holds up nobody who writes in the same thread, and lets them see what it had gathered', () => {
      const { connection, close } = openDatabase(directory);
      const guest = openDatabaseBeside(directory);
      connection.gather();
      day(connection, '1');
      day(guest.connection, '2');
      day(connection, '3');
      guest.connection.transaction(() => day(guest.connection, '4'));
      expect(days(guest.connection)).toEqual(['1', '2', '3', '4']);
      close();
      guest.close();
    });

    it('undoes a transaction that throws, and nothing of what was written before it', async () => {
      const { connection, close } = openDatabase(directory);
      connection.gather();
      day(connection, '1');
      const failing = () =>
        connection.transaction(() => {
          day(connection, '2');
          throw new Error('no');
        });
      expect(failing).toThrow('no');
      connection.transaction(() => day(connection, '3'));
      await setImmediate();
      expect(days(connection)).toEqual(['1', '3']);
      close();
    });

    it('says so for ever when a full disk took what it had gathered', async () => {
      const { connection, close } = openDatabase(directory);
      connection.gather();
      day(connection, '1');
      await setImmediate();
      connection.get('PRAGMA max_page_count = 60');
      day(connection, '2');
      const full = expect.objectContaining({ code: 'full' });
      expect(() => connection.run("INSERT INTO settings VALUES ('', '', ?)", '.'.repeat(2_000_000))).toThrow(
        full,
      );
      await setImmediate();
      expect(() => day(connection, '3')).toThrow(full);
      expect(connection.failure).toEqual(full);
      expect(close).toThrow(full);
      const again = openDatabase(directory);
      expect(days(again.connection)).toEqual(['1']);
      again.close();
    });
  });

  it('says that a directory cannot be made where a file is in the way', () => {
    writeFileSync(join(directory, 'file'), '');
    for (const place of ['file', 'file/data']) {
      const { code: kind, message } = code(() => openDatabase(join(directory, place)));
      expect({ kind, message }).toMatchObject({
        kind: 'unavailable',
        message: expect.stringMatching(
          /file(\/data)?: the data directory cannot be made: a file stands in its place$/,
        ),
      });
    }
    mkdirSync(join(directory, 'data', 'winnow.db'), { recursive: true });
    expect(code(() => openDatabase(join(directory, 'data'))).code).toBe('unavailable');
  });

  it('gives the disk of its write-ahead log back at a checkpoint', async () => {
    const database = openDatabase(directory);
    await new SqliteLinkLog(database.connection).put('job', 'large', noise(3_000_000));
    const wal = join(directory, 'winnow.db-wal');
    expect(statSync(wal).size).toBeGreaterThan(3_000_000);
    database.checkpoint();
    expect(statSync(wal).size).toBe(0);
    database.close();
  });
});
