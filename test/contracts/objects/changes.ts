import { describe, expect, it } from 'vitest';
import type { ChangeStore, ChangesObject, ChangesQuery } from '../../../lib/ports/documents.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, many, oddHosts, opened } from '../fixture.ts';

const host = 'a.example:8080';

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

    it('has nothing of a turn that was not published', async () => {
      const { changes, job } = fresh();
      expect(await changes.read(job, host, 1)).toBeUndefined();
      await changes.put(job, host, 2, ['{}']);
      expect(await changes.read(job, host, 1)).toBeUndefined();
    });

    it('gives the lines back under a key that begins with the job', async () => {
      const { changes, job } = fresh();
      const lines = [
        JSON.stringify({ text: 'a\nb\r\u2028\u2029\u0085', ordinal: 0 }),
        JSON.stringify({ text: '“Ünïcödé” \u{1F578} \u0000 \ud800' }),
        '{}',
      ];
      const key = await changes.put(job, host, 7, lines);
      expect(key).toBe(changes.key(job, host, 7));
      expect(key.startsWith(`changes/${job}/`)).toBe(true);
      expect(await changes.read(job, host, 7)).toEqual(lines);
    });

    it.each([0, 1, 2_000])('keeps %i lines', async (count) => {
      const { changes, job } = fresh();
      const lines = Array.from({ length: count }, (_, ordinal) => JSON.stringify({ ordinal }));
      await changes.put(job, host, 1, lines);
      expect(await changes.read(job, host, 1)).toEqual(lines);
    });

    it('keeps lines of hundreds of kilobytes', async () => {
      const { changes, job } = fresh();
      const lines = Array.from({ length: 10 }, (_, i) => JSON.stringify({ text: `${i}`.repeat(300_000) }));
      await changes.put(job, host, 1, lines);
      expect(await changes.read(job, host, 1)).toEqual(lines);
    });

    it('replaces what was put, also by less', async () => {
      const { changes, job } = fresh();
      const key = await changes.put(job, host, 1, ['{"a":1}', '{"b":2}']);
      expect(await changes.put(job, host, 1, ['{"c":3}'])).toBe(key);
      expect(await changes.read(job, host, 1)).toEqual(['{"c":3}']);
    });

    it('is put by ten at once and is whole', async () => {
      const { changes, job } = fresh();
      const lines = Array.from({ length: 100 }, (_, ordinal) => JSON.stringify({ ordinal }));
      await Promise.all(Array.from({ length: 10 }, () => changes.put(job, host, 1, lines)));
      expect(await changes.read(job, host, 1)).toEqual(lines);
    });

    it('keeps hosts, turns and jobs apart', async () => {
      const { changes, job } = fresh();
      await many(oddHosts.length, (i) => changes.put(job, oddHosts[i] ?? '', 1, [`{"host":${i}}`]));
      await changes.put(job, 'example.org', 2 ** 40, ['{"turn":2}']);
      await changes.put(`${job}-2`, 'example.org', 1, ['{"job":2}']);
      for (const [i, odd] of oddHosts.entries()) {
        expect(await changes.read(job, odd, 1)).toEqual([`{"host":${i}}`]);
      }
      expect(await changes.read(job, 'example.org', 2 ** 40)).toEqual(['{"turn":2}']);
    });

    it('lists what was put, page by page, the turns of each host in their order', async () => {
      const { changes, job } = fresh();
      for (const turn of [1, 2, 9, 10, 100]) {
        for (const one of [host, 'a.example', 'b.example']) await changes.put(job, one, turn, ['{}']);
      }
      await changes.put(`${job}-2`, host, 1, ['{}']);
      const all = await listed(changes, job, {}, 4);
      expect(all).toHaveLength(15);
      for (const { host, turn, key } of all) expect(key).toBe(changes.key(job, host, turn));
      for (const of of Map.groupBy(all, (object) => object.host).values())
        expect(of.map(({ turn }) => turn)).toEqual([1, 2, 9, 10, 100]);
      expect(await listed(changes, job, {}, 100)).toEqual(all);
      expect(await changes.list(freshName(), {}, 10)).toEqual({ objects: [] });
    });

    it('lists the turns of one host after one', async () => {
      const { changes, job } = fresh();
      for (const turn of [1, 3, 5, 7]) await changes.put(job, host, turn, ['{}']);
      await changes.put(job, 'a.example', 9, ['{}']);
      const turns = async (query: ChangesQuery) =>
        (await listed(changes, job, { host, ...query }, 2)).map(({ turn }) => turn);
      expect(await turns({})).toEqual([1, 3, 5, 7]);
      expect(await turns({ afterTurn: 3 })).toEqual([5, 7]);
      expect(await turns({ afterTurn: 4 })).toEqual([5, 7]);
      expect(await turns({ afterTurn: 7 })).toEqual([]);
    });

    it('lists what was put since a time, that time included, replaced or not', async () => {
      const { changes, job } = fresh();
      await changes.put(job, host, 1, ['{}']);
      await changes.put(job, host, 1, ['{"again":true}']);
      const [{ at } = { at: 0 }] = await listed(changes, job, {}, 10);
      expect(Math.abs(at - Date.now())).toBeLessThan(600_000);
      expect(await listed(changes, job, { since: at }, 10)).toHaveLength(1);
      expect(await listed(changes, job, { host, since: at }, 10)).toHaveLength(1);
      expect(await listed(changes, job, { since: at + 2_000 }, 10)).toEqual([]);
      expect(await listed(changes, job, { host, since: at + 2_000 }, 10)).toEqual([]);
    });

    it('survives a crash at every await of putting', async () => {
      const { changes, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => freshName(),
        operation: (job) => changes.put(job, host, 1, ['{"a":1}', '{"b":2}']),
        check: async (job) => expect(await changes.read(job, host, 1)).toEqual(['{"a":1}', '{"b":2}']),
      });
    });
  });
}
