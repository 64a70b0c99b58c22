import { describe, expect, it } from 'vitest';
import { aloneName, batchName } from '../../../lib/domain/collection/changes-name.ts';
import type { ChangeStore, ChangesObject, ChangesQuery } from '../../../lib/ports/changes.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, many, oddHosts, opened } from '../fixture.ts';

const nameOf = (at: number): string => batchName(at, 'abcdefghijkl');

async function listed(
  changes: ChangeStore,
  job: string,
  query: ChangesQuery,
  limit: number,
): Promise<readonly ChangesObject[]> {
  const all: ChangesObject[] = [];
  let cursor: string | undefined;
  do {
    const page = await changes.list(job, query, limit, cursor);
    all.push(...page.objects);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}

/** What every adapter of `ChangeStore` must do. */
export function changesContract(
  name: string,
  make: () => Promise<Fixture & { readonly changes: ChangeStore }>,
): void {
  describe(`${name} keeps the contract of ChangeStore`, () => {
    const fixture = opened(make);
    const fresh = (): { readonly changes: ChangeStore; readonly job: string } => ({
      changes: fixture().changes,
      job: freshName(),
    });

    it('has nothing of an object that was not put', async () => {
      const { changes, job } = fresh();
      expect(await changes.read(job, nameOf(1))).toBeUndefined();
      await changes.put(job, nameOf(2), ['{}']);
      expect(await changes.read(job, nameOf(1))).toBeUndefined();
    });

    it('gives the lines back under a key that begins with the job', async () => {
      const { changes, job } = fresh();
      const lines = [
        JSON.stringify({ text: 'a\nb\r\u2028\u2029\u0085', ordinal: 0 }),
        JSON.stringify({ text: '“Ünïcödé” \u{1F578} \u0000 \ud800' }),
        '{}',
      ];
      const key = await changes.put(job, nameOf(7), lines);
      expect(key).toBe(changes.key(job, nameOf(7)));
      expect(key.startsWith(`changes/${job}/`)).toBe(true);
      expect(await changes.read(job, nameOf(7))).toEqual(lines);
    });

    it.each([0, 1, 2_000])('keeps %i lines', async (count) => {
      const { changes, job } = fresh();
      const lines = Array.from({ length: count }, (_, ordinal) => JSON.stringify({ ordinal }));
      await changes.put(job, nameOf(1), lines);
      expect(await changes.read(job, nameOf(1))).toEqual(lines);
    });

    it('keeps lines of hundreds of kilobytes', async () => {
      const { changes, job } = fresh();
      const lines = Array.from({ length: 10 }, (_, i) => JSON.stringify({ text: `${i}`.repeat(300_000) }));
      await changes.put(job, nameOf(1), lines);
      expect(await changes.read(job, nameOf(1))).toEqual(lines);
    });

    it('replaces what was put, also by less and by more', async () => {
      const { changes, job } = fresh();
      const key = await changes.put(job, nameOf(1), ['{"a":1}', '{"b":2}']);
      await changes.put(job, nameOf(2), ['{"other":1}']);
      expect(await changes.put(job, nameOf(1), ['{"c":3}'])).toBe(key);
      expect(await changes.read(job, nameOf(1))).toEqual(['{"c":3}']);
      const more = ['{"d":4}', '{"e":5}', '{"f":6}'];
      await changes.put(job, nameOf(1), more);
      expect(await changes.read(job, nameOf(1))).toEqual(more);
      expect(await changes.read(job, nameOf(2))).toEqual(['{"other":1}']);
    });

    it('is put by ten at once and is whole', async () => {
      const { changes, job } = fresh();
      const lines = Array.from({ length: 100 }, (_, ordinal) => JSON.stringify({ ordinal }));
      await Promise.all(Array.from({ length: 10 }, () => changes.put(job, nameOf(1), lines)));
      expect(await changes.read(job, nameOf(1))).toEqual(lines);
    });

    it('revises what was put until nothing is left to revise, and leaves what is not there', async () => {
      const { changes, job } = fresh();
      await changes.revise(job, nameOf(1), () => Promise.reject(new Error('asked')));
      expect(await changes.read(job, nameOf(1))).toBeUndefined();
      await changes.put(job, nameOf(1), ['{"a":1}', '{"b":2}', '{"c":3}']);
      await changes.revise(job, nameOf(1), async (lines) => (lines.length > 1 ? lines.slice(1) : undefined));
      expect(await changes.read(job, nameOf(1))).toEqual(['{"c":3}']);
    });

    it('is revised by four at once, and has what each of them wanted', async () => {
      const { changes, job } = fresh();
      const lines = Array.from({ length: 4 }, (_, host) => JSON.stringify({ host, text: 'secret' }));
      await changes.put(job, nameOf(1), lines);
      await many(4, (host) =>
        changes.revise(job, nameOf(1), async (present) => {
          const own = JSON.stringify({ host, text: 'secret' });
          // Somebody else puts what it made of the lines meanwhile.
          await changes.read(job, nameOf(1));
          return present.includes(own)
            ? present.map((line) => (line === own ? JSON.stringify({ host }) : line))
            : undefined;
        }),
      );
      expect(await changes.read(job, nameOf(1))).toEqual(
        [0, 1, 2, 3].map((host) => JSON.stringify({ host })),
      );
    });

    it('keeps objects apart whose names are those of batches and of turns alone, and those of jobs', async () => {
      const { changes, job } = fresh();
      const names = [
        ...oddHosts.map((odd) => aloneName(nameOf(1), { host: odd, turn: 1 })),
        aloneName(nameOf(1), { host: 'example.org', turn: 2 ** 33 }),
        nameOf(1),
      ];
      await many(names.length, (i) => changes.put(job, names[i] ?? '', [`{"at":${i}}`]));
      await changes.put(`${job}-2`, nameOf(1), ['{"job":2}']);
      for (const [i, one] of names.entries()) expect(await changes.read(job, one)).toEqual([`{"at":${i}}`]);
      const all = await listed(changes, job, {}, 7);
      expect(all.map((object) => object.name).toSorted()).toEqual(names.toSorted());
    });

    it('lists what was put, page by page, once each, by time', async () => {
      const { changes, job } = fresh();
      const times = [1, 2, 5, 9, 10, 50, 100, 500];
      for (const at of times) await changes.put(job, nameOf(at), ['{}']);
      await changes.put(`${job}-2`, nameOf(1), ['{}']);
      const all = await listed(changes, job, {}, 4);
      for (const { name: of, key } of all) expect(key).toBe(changes.key(job, of));
      expect(all.map((object) => object.name)).toEqual(times.map(nameOf));
      expect(await listed(changes, job, {}, 100)).toEqual(all);
      expect(await changes.list(freshName(), {}, 10)).toEqual({ objects: [] });
    });

    it('lists what was put since a time, that time included, replaced or not', async () => {
      const { changes, job } = fresh();
      await changes.put(job, nameOf(Date.now()), ['{}']);
      await changes.put(job, nameOf(Date.now() - 60_000), ['{}']);
      const [{ name: first, at } = { name: '', at: 0 }] = await listed(changes, job, {}, 10);
      await changes.put(job, first, ['{"again":true}']);
      expect(Math.abs(at - Date.now())).toBeLessThan(600_000);
      expect(await listed(changes, job, { since: at }, 1)).toHaveLength(2);
      expect(await listed(changes, job, { since: at + 2_000 }, 10)).toEqual([]);
    });

    it('lists since any time what a list of all has from then on, beside other jobs', async () => {
      const { changes, job } = fresh();
      for (let at = 1; at <= 9; at += 1) {
        await changes.put(at % 3 === 0 ? `${job}-2` : job, nameOf(Date.now()), ['{}']);
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      const all = await listed(changes, job, {}, 100);
      for (const { at } of all) {
        const found = await listed(changes, job, { since: at }, 2);
        expect(found).toEqual(all.slice(all.length - found.length));
        expect(found).toEqual(expect.arrayContaining(all.filter((one) => one.at >= at)));
        // A store may know whole seconds only.
        for (const one of found) expect(one.at).toBeGreaterThanOrEqual(Math.floor(at / 1_000) * 1_000);
      }
    });

    it('lists what was put lately although there is much that was begun long before', async () => {
      const { changes, job } = fresh();
      for (let at = 1; at <= 20; at += 1) await changes.put(job, nameOf(at), ['{}']);
      const late = nameOf(Date.now());
      await changes.put(job, late, ['{}']);
      const found = await listed(changes, job, { since: Date.now() - 60_000 }, 3);
      expect(found.map((object) => object.name)).toContain(late);
    });

    it('survives a crash at every await of putting', async () => {
      const { changes, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => freshName(),
        operation: (job) => changes.put(job, nameOf(1), ['{"a":1}', '{"b":2}']),
        check: async (job) => expect(await changes.read(job, nameOf(1))).toEqual(['{"a":1}', '{"b":2}']),
      });
    });
  });
}
