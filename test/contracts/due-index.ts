import { describe, expect, it } from 'vitest';
import type { DueEntry, DueIndex } from '../../lib/ports/due-index.ts';
import { FractionalClock } from '../support/clock.ts';
import { crashEverywhere } from '../support/crash.ts';
import {
  type ContractOptions,
  type Fixture,
  freshName,
  hostName,
  many,
  oddHosts,
  opened,
  t0,
} from './fixture.ts';

function entry(at: number, host = 'a.example', wake = false): DueEntry {
  return { at, host: hostName(host), wake };
}

function sorted(entries: readonly DueEntry[]): readonly string[] {
  return entries.map((e) => `${e.at} ${e.host} ${e.wake}`).sort();
}

/** What every adapter of `DueIndex` must do. `make` gives the job as many shards as it likes. */
export function dueIndexContract(
  name: string,
  make: () => Promise<Fixture & { readonly due: DueIndex }>,
  { scale = 1 }: ContractOptions = {},
): void {
  describe(`${name} keeps the contract of DueIndex`, () => {
    const fixture = opened(make);
    const fresh = (): { readonly due: DueIndex; readonly job: string } => ({
      due: fixture().due,
      job: freshName(),
    });

    it('has nothing due in a job that it does not know', async () => {
      const { due, job } = fresh();
      expect(await due.due(job, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
      await due.delete(job, [entry(t0)]);
      await due.delete(job, []);
      expect(await due.due(job, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    });

    it('gives the entries up to and including a time, oldest first', async () => {
      const { due, job } = fresh();
      const times = [t0, t0 + 1, t0 - 86_400_000, t0 + 2, t0 - 1];
      await many(times.length, (i) => due.put(job, entry(times[i] ?? 0, `${i}.example`)));
      expect((await due.due(job, t0, 10)).map((e) => e.at)).toEqual([t0 - 86_400_000, t0 - 1, t0]);
      expect((await due.due(job, t0 + 2, 4)).map((e) => e.at)).toEqual([t0 - 86_400_000, t0 - 1, t0, t0 + 1]);
    });

    it('finds nothing that is due later, when it is asked up to a time with a fraction', async () => {
      const { due, job } = fresh();
      const clock = new FractionalClock(t0);
      const until = clock.monotonic() + 50_000;
      await due.put(job, entry(t0 + 86_400_000));
      expect(await due.due(job, clock.now() + (until - clock.monotonic()), 10)).toEqual([]);
      await due.put(job, entry(t0 + 7));
      expect(await due.due(job, t0 + 6.9, 10)).toEqual([]);
      expect(await due.due(job, t0 + 7.1, 10)).toEqual([entry(t0 + 7)]);
    });

    it('rounds the time of an entry up to whole milliseconds, where it is put and where it is deleted', async () => {
      const { due, job } = fresh();
      await due.put(job, entry(t0 + 0.25));
      expect(await due.due(job, t0, 10)).toEqual([]);
      expect(await due.due(job, t0 + 1, 10)).toEqual([entry(t0 + 1)]);
      await due.delete(job, [entry(t0 + 0.25)]);
      expect(await due.due(job, t0 + 1, 10)).toEqual([]);
    });

    it('refuses what is no time', async () => {
      const { due, job } = fresh();
      for (const at of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
        await expect(due.put(job, entry(at))).rejects.toMatchObject({ code: 'internal' });
        await expect(due.due(job, at, 10)).rejects.toMatchObject({ code: 'internal' });
      }
      await due.delete(job, []);
    });

    it('orders times as numbers, not as text', async () => {
      const { due, job } = fresh();
      const times = [0, 9, 10, 99, 100_000, 999_999_999_999, t0, 9_999_999_999_999, 8_640_000_000_000_000];
      await many(times.length, (i) => due.put(job, entry(times[i] ?? 0)));
      expect((await due.due(job, Number.MAX_SAFE_INTEGER, 100)).map((e) => e.at)).toEqual(times);
    });

    it('puts an entry once, however often it is put', async () => {
      const { due, job } = fresh();
      await due.put(job, entry(t0));
      await due.put(job, entry(t0));
      await Promise.all([due.put(job, entry(t0)), due.put(job, entry(t0))]);
      expect(await due.due(job, t0, 10)).toEqual([entry(t0)]);
    });

    it('tells a wake from an entry of the same host at the same time', async () => {
      const { due, job } = fresh();
      await due.put(job, entry(t0, 'a.example', true));
      await due.put(job, entry(t0, 'a.example', false));
      expect(sorted(await due.due(job, t0, 10))).toEqual(sorted([entry(t0), entry(t0, 'a.example', true)]));
      await due.delete(job, [entry(t0, 'a.example', false)]);
      expect(await due.due(job, t0, 10)).toEqual([entry(t0, 'a.example', true)]);
    });

    it('deletes exactly the entries that are named, also twice, also together with unknown ones', async () => {
      const { due, job } = fresh();
      const all = [entry(t0), entry(t0, 'b.example'), entry(t0 + 1), entry(t0, 'a.example.org')];
      await many(all.length, (i) => due.put(job, all[i] ?? entry(0)));
      const named = [entry(t0), entry(t0 + 5), entry(t0, 'nowhere.example')];
      await due.delete(job, named);
      await due.delete(job, named);
      expect(sorted(await due.due(job, t0 + 10, 10))).toEqual(sorted(all.slice(1)));
    });

    it('keeps bands apart, each in the order of its times', async () => {
      const { due, job } = fresh();
      const front = [entry(t0 + 1), entry(t0 + 2, 'b.example')];
      const third = [
        { ...entry(t0), band: 3 },
        { ...entry(t0 + 1), band: 3 },
      ];
      await many(2, (i) => due.put(job, front[i] ?? entry(0)));
      await many(2, (i) => due.put(job, third[i] ?? entry(0)));
      expect(await due.due(job, t0 + 2, 10)).toEqual(front);
      expect(await due.due(job, t0 + 2, 10, 3)).toEqual(third);
      expect(await due.due(job, t0 + 2, 10, 1)).toEqual([]);
      await due.delete(job, [entry(t0), third[1] ?? entry(0)]);
      expect(await due.due(job, t0 + 2, 10, 3)).toEqual(third.slice(0, 1));
      expect(await due.due(job, t0 + 2, 10)).toEqual(front);
    });

    it('gives back the best rank that was put of one entry: none is better than any', async () => {
      const { due, job } = fresh();
      for (const rank of [654_321.617, 123_456.617, 234_567.617]) await due.put(job, { ...entry(t0), rank });
      await due.put(job, { ...entry(t0, 'b.example'), band: 2, rank: 3 });
      expect(await due.due(job, t0, 10)).toEqual([{ ...entry(t0), rank: 123_456.617 }]);
      expect(await due.due(job, t0, 10, 2)).toEqual([{ ...entry(t0, 'b.example'), band: 2, rank: 3 }]);
      await due.put(job, entry(t0));
      await due.put(job, { ...entry(t0), rank: 0 });
      expect(await due.due(job, t0, 10)).toEqual([entry(t0)]);
      await due.delete(job, [entry(t0)]);
      expect(await due.due(job, t0, 10)).toEqual([]);
    });

    it('expires nothing: an entry of long ago is still due', async () => {
      const { due, job } = fresh();
      await due.put(job, entry(1));
      expect(await due.due(job, t0, 10)).toEqual([entry(1)]);
    });

    it('keeps jobs apart, also when the name of one begins with the name of the other', async () => {
      const { due, job } = fresh();
      await due.put(job, entry(t0, 'mine.example'));
      await due.put(`${job}-2`, entry(t0, 'other.example'));
      await due.delete(`${job}-2`, [entry(t0, 'mine.example')]);
      expect(await due.due(job, t0, 10)).toEqual([entry(t0, 'mine.example')]);
    });

    it('gives odd host names back as they were put', async () => {
      const { due, job } = fresh();
      const all = oddHosts.map((host) => ({ at: t0, host, wake: true }));
      await many(all.length, (i) => due.put(job, all[i] ?? entry(0)));
      expect(sorted(await due.due(job, t0, 100))).toEqual(sorted(all));
      await due.delete(job, all);
      expect(await due.due(job, t0, 100)).toEqual([]);
    });

    it('gives thousands of due hosts at once, and page by page to one who deletes what was handled', async () => {
      const { due, job } = fresh();
      const count = Math.max(300, Math.round(2_000 * scale));
      // Long names, so that they are more than a page of any store.
      const host = (i: number) => hostName(`${i}.${'long-label.'.repeat(18)}example`);
      await many(count, (i) =>
        due.put(job, { at: t0 + ((i * 7) % count), host: host(i), wake: i % 2 === 0 }),
      );
      const all = await due.due(job, t0 + count, 10_000);
      expect(all.map((e) => e.at)).toEqual(Array.from({ length: count }, (_, i) => t0 + i));
      const seen: DueEntry[] = [];
      for (;;) {
        const page = await due.due(job, t0 + count, 150);
        if (page.length === 0) break;
        seen.push(...page);
        await due.delete(job, page);
      }
      expect(seen).toEqual(all);
    });

    it('gives entries that were put together with their own times, when the last of those close to them is due', async () => {
      const { due, job } = fresh();
      const all = Array.from({ length: 70 }, (_, i) => entry(t0 + 50 * i, `${i}.example`));
      const far = [entry(t0 + 60_000, 'far.example'), { ...entry(t0, 'b.example'), band: 2, rank: 3 }];
      await due.putTogether(job, [...all, ...far]);
      await due.putTogether(job, []);
      const found = await due.due(job, t0 + 3_500, 100);
      expect(found).toMatchObject(all);
      expect(await due.due(job, t0 + 3_500, 7)).toHaveLength(7);
      expect(await due.due(job, t0, 10, 2)).toMatchObject([{ host: 'b.example', band: 2, rank: 3 }]);
      expect(await due.due(job, t0 + 60_000, 100)).toHaveLength(71);
    });

    it('deletes what was put together in whatever parts it is named', async () => {
      const { due, job } = fresh();
      const all = Array.from({ length: 10 }, (_, i) => entry(t0 + i, `${i}.example`));
      await due.putTogether(job, all);
      const found = await due.due(job, t0 + 10, 100);
      await due.delete(job, found.slice(0, 3));
      await due.delete(job, found.slice(0, 3));
      expect(await due.due(job, t0 + 10, 100)).toMatchObject(all.slice(3));
      // Two who have read the same delete different parts.
      await Promise.all([due.delete(job, found.slice(3, 6)), due.delete(job, found.slice(6, 9))]);
      const left = await due.due(job, t0 + 10, 100);
      expect(left).toMatchObject(all.slice(9));
      await due.delete(job, left);
      await due.delete(job, found);
      expect(await due.due(job, t0 + 10, 100)).toEqual([]);
    });

    it('deletes whole what it has read whole, in each band', async () => {
      const { due, job } = fresh();
      const all = Array.from({ length: 40 }, (_, i) => ({ ...entry(t0 + i, `${i}.example`), band: 3 }));
      await due.putTogether(job, all);
      await due.put(job, entry(t0));
      const found = [...(await due.due(job, t0 + 40, 100, 3)), ...(await due.due(job, t0, 1))];
      await due.delete(job, found);
      expect(await due.due(job, t0 + 40, 100, 3)).toEqual([]);
      expect(await due.due(job, t0 + 40, 100)).toEqual([]);
    });

    it('survives a crash at every await of putting together and of deleting', async () => {
      const { due } = fixture();
      const all = Array.from({ length: 40 }, (_, i) => entry(t0 + i, `${i}.example`));
      await crashEverywhere(fixture().crash, {
        prepare: async () => freshName(),
        operation: async (job) => {
          await due.putTogether(job, all);
          await due.delete(job, await due.due(job, t0 + 100, 35));
          await due.delete(job, await due.due(job, t0 + 100, 100));
        },
        // Whoever finds what is left deletes it.
        check: async (job) => {
          await due.delete(job, await due.due(job, t0 + 100, 1_000));
          expect(await due.due(job, t0 + 100, 1_000)).toEqual([]);
        },
      });
    });

    it('survives a crash at every await of put and delete', async () => {
      const { due } = fixture();
      await crashEverywhere(fixture().crash, {
        prepare: async () => {
          const job = freshName();
          await many(60, (i) => due.put(job, entry(t0, `${i}.example`)));
          return job;
        },
        operation: async (job) => {
          await due.put(job, entry(t0 + 1));
          await due.delete(
            job,
            Array.from({ length: 60 }, (_, i) => entry(t0, `${i}.example`)),
          );
        },
        check: async (job) => expect(await due.due(job, t0 + 1, 100)).toEqual([entry(t0 + 1)]),
      });
    });
  });
}
