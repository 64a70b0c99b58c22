import { describe, expect, it } from 'vitest';
import { minHashesOf } from '../../lib/base/likeness/min-hashes.ts';
import { accountOf } from '../../lib/domain/domains/account.ts';
import {
  type BackupKind,
  type BackupRows,
  backupKinds,
  type JobBackup,
} from '../../lib/ports/operate/job-backup.ts';
import type { Ports } from '../../lib/ports/ports.ts';
import { ownWords } from '../support/own-words.ts';
import { putDocument } from '../support/put-document.ts';
import { type Fixture, freshName, hostName, noise, opened } from './fixture.ts';
import { draftOf, md5Of, member } from './records/records-made.ts';

type Stores = Pick<
  Ports,
  'jobs' | 'hosts' | 'domains' | 'records' | 'nearDuplicates' | 'documents' | 'changes' | 'models'
>;

const today = () => new Date().toISOString().slice(0, 10);
const minHashes = minHashesOf(`${ownWords('one')} ${ownWords('two')} ${ownWords('three')}`) ?? [];

/** What every adapter of `JobBackup` must do. */
export function jobBackupContract(
  name: string,
  make: () => Promise<Fixture & { readonly stores: Stores; readonly backup: JobBackup }>,
): void {
  describe(`${name} keeps the contract of JobBackup`, () => {
    const fixture = opened(make);

    /** A job with something of every kind. */
    async function fill(): Promise<string> {
      const { stores } = fixture();
      const job = freshName('job');
      const counters = { pending: 0, visited: 0, outcomes: {}, bytes: 0 };
      for (const host of ['www.a.example', 'b.example'].map(hostName))
        await stores.hosts.putControl({ job, host }, undefined, {
          ...{ state: 'idle', turn: 0, published: 0, attempts: 0, counters },
        });
      const counts = { hosts: 1, tried: 1, unproven: 1, ended: 0 } as const;
      const opening = { ...counts, at: 7, most: { hosts: 9, tried: 9 } };
      await stores.domains.open({ job, domain: 'a.example' }, opening, 'b.example');
      await stores.domains.count({ job, domain: 'a.example' }, { pages: 3, bytes: 4 });
      await stores.domains.count({ job, domain: accountOf('b.example') }, { pages: 5, bytes: 6 });
      for (let number = 0; number < 5; number += 1) {
        await stores.records.add(job, draftOf(md5Of(number)), member(`/${number}`));
        await stores.records.add(job, draftOf(md5Of(number)), member(`/${number}/again`));
      }
      await stores.records.remove(job, md5Of(0), member('/0').url);
      await stores.records.remove(job, md5Of(0), member('/0/again').url);
      await stores.records.remove(job, md5Of(1), member('/1').url);
      const [first, second] = [member('/1'), member('/2')];
      const representative = { md5: md5Of(1), url: first.url };
      const place = await stores.nearDuplicates.begin(job, [5], { id: md5Of(1), minHashes, representative });
      await stores.nearDuplicates.join(job, place ?? { key: 5, id: '' }, { md5: md5Of(2), url: second.url });
      await stores.jobs.count(job, 'counter', 3);
      await stores.jobs.tally(job, 'sheet', { one: 1, two: 2 });
      await stores.jobs.addPages(job, today(), 8);
      await stores.jobs.putNote(job, 'note', 0, 'text');
      await stores.jobs.putNote(job, 'note', 1, 'another');
      return job;
    }

    async function all<K extends BackupKind>(job: string, kind: K): Promise<readonly BackupRows[K][]> {
      const found: BackupRows[K][] = [];
      let cursor: string | undefined;
      do {
        const page = await fixture().backup.rows(job, kind, 2, cursor);
        found.push(...page.rows);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return found;
    }

    async function everything(job: string) {
      const kinds = await Promise.all(backupKinds.map(async (kind) => [kind, await all(job, kind)] as const));
      return Object.fromEntries(
        kinds.map(([kind, rows]) => [kind, [...new Set(rows.map((row) => JSON.stringify(row)))].sort()]),
      );
    }

    it('reads rows of every kind page by page, and writes them under another name as they are', async () => {
      const { backup, stores } = fixture();
      const job = await fill();
      const rows = await everything(job);
      expect(Object.values(rows).every((some) => some.length > 0)).toBe(true);
      expect(await all(freshName('job'), 'records')).toEqual([]);
      const copy = freshName('job');
      for await (const page of [1, 2]) {
        for (const kind of backupKinds) {
          const some = [...(await all(job, kind))].reverse();
          await backup.putRows(copy, kind, page === 1 ? some : [...some, ...some].slice(0, some.length));
        }
      }
      for (const host of ['www.a.example', 'b.example'].map(hostName)) {
        const control = await stores.hosts.control({ job, host });
        if (control) await stores.hosts.putControl({ job: copy, host }, undefined, control);
      }
      expect(await everything(copy)).toEqual(rows);
      expect(await stores.jobs.count(copy, 'counter', 0)).toBe(3);
      expect(await stores.jobs.tally(copy, 'sheet', {})).toEqual({ one: 1, two: 2 });
      expect(await stores.jobs.note(copy, 'note')).toEqual({ version: 2, text: 'another' });
      expect(await stores.jobs.addPages(copy, today(), 0)).toBe(8);
      expect(await stores.domains.domain({ job: copy, domain: 'a.example' })).toEqual(
        await stores.domains.domain({ job, domain: 'a.example' }),
      );
      expect(await stores.nearDuplicates.groups(copy, [5])).toEqual(
        await stores.nearDuplicates.groups(job, [5]),
      );
    });

    it('writes records that go on: with their revisions, their URLs, and those that are vacant', async () => {
      const { backup, stores } = fixture();
      const job = await fill();
      const copy = freshName('job');
      await backup.putRows(copy, 'records', await all(job, 'records'));
      for (let number = 0; number < 5; number += 1) {
        const md5 = md5Of(number);
        expect(await stores.records.revision(copy, md5)).toBe(await stores.records.revision(job, md5));
        expect(await stores.records.urls(copy, md5, 9)).toEqual(await stores.records.urls(job, md5, 9));
        expect(await stores.records.record(copy, md5)).toEqual(await stores.records.record(job, md5));
      }
      const left = await stores.records.remove(copy, md5Of(1), member('/1/again').url);
      expect(left.empty).toBe(true);
      expect((await stores.records.add(copy, draftOf(md5Of(0)), member('/0'))).first).toBe(true);
    });

    it('reads an inbox to its end, with the URLs of each item', async () => {
      const { backup, stores } = fixture();
      const key = { job: freshName('job'), host: hostName('a.example') };
      const ids = Array.from({ length: 30 }, (_, number) => `m-${String(number).padStart(3, '0')}`);
      for (const id of ids) await stores.hosts.putInbox(key, { id, bytes: noise(60_000), urls: 2 });
      const found: string[] = [];
      for (let after: string | undefined; ; after = found.at(-1)) {
        const items = await backup.inbox(key, after);
        if (items.length === 0) break;
        found.push(...items.map(({ id, urls }) => `${id} ${urls}`.split(' ', 1)[0] as string));
        expect(items.every(({ urls, bytes }) => urls === 2 && bytes.length === 60_000)).toBe(true);
      }
      expect(found).toEqual(ids);
    });

    it('writes a bundle under its key, in pieces of any size, and lists it', async () => {
      const { backup, stores } = fixture();
      const job = freshName('job');
      const document = await putDocument(stores.documents, job, { md5: md5Of(1), body: noise(3_000) });
      const [bundle] = (await stores.documents.bundles(job, 9)).bundles;
      const { key = '', bytes = 0 } = bundle ?? {};
      const whole = (await stores.documents.read(`${key}#0+${bytes}`)) ?? new Uint8Array();
      for (const place of [`20261128/000000-${freshName()}`, freshName()]) {
        const copy = `bundles/${job}/${place}.warc.gz`;
        async function* pieces() {
          for (let at = 0; at < whole.length; at += 1_000) yield whole.subarray(at, at + 1_000);
        }
        await backup.putBundle(copy, pieces());
        expect(await stores.documents.read(`${copy}#0+${bytes}`)).toEqual(whole);
        expect(await stores.documents.read(document.replace(key, copy))).toEqual(
          await stores.documents.read(document),
        );
        expect((await stores.documents.bundles(job, 9)).bundles.map((one) => one.key)).toContain(copy);
      }
    });

    it('writes a large bundle whose pieces come one after the other in the same memory', async () => {
      const { backup, stores } = fixture();
      const key = `bundles/${freshName('job')}/20261128/000000-${freshName()}.warc.gz`;
      const whole = noise(36_000_000);
      async function* pieces() {
        const memory = new Uint8Array(1_000_000);
        for (let at = 0; at < whole.length; at += memory.length) {
          memory.set(whole.subarray(at, at + memory.length));
          yield memory;
        }
      }
      await backup.putBundle(key, pieces());
      const read = await stores.documents.read(`${key}#0+${whole.length}`);
      expect(Buffer.compare(read ?? new Uint8Array(), whole)).toBe(0);
    });

    it('leaves no bundle whose pieces ended with an error', async () => {
      const { backup, stores } = fixture();
      const job = freshName('job');
      async function* broken() {
        yield noise(1_000);
        throw new Error('the dump ended');
      }
      await expect(backup.putBundle(`bundles/${job}/${freshName()}.warc.gz`, broken())).rejects.toThrow();
      expect((await stores.documents.bundles(job, 9)).bundles).toEqual([]);
    });

    it('writes changes objects that are read and listed, and lists models', async () => {
      const { backup, stores } = fixture();
      const job = freshName('job');
      const name = '~1795219200000-abcdefghijkl';
      for (let time = 0; time < 2; time += 1) await backup.putChanges(job, name, ['{"a":1}', '{}'], 5);
      expect(await stores.changes.read(job, name)).toEqual(['{"a":1}', '{}']);
      expect((await stores.changes.list(job, {}, 9)).objects.map((one) => one.name)).toEqual([name]);
      const digest = freshName('model');
      await stores.models.put(digest, noise(9));
      expect(await backup.models()).toContain(digest);
    });
  });
}
