import { describe, expect, it } from 'vitest';
import type { ChangeStore } from '../../lib/ports/documents.ts';
import { crashEverywhere } from '../support/crash.ts';
import { type Fixture, freshName, many, oddHosts, opened } from './fixture.ts';

const host = 'a.example:8080';

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
