import { describe, expect, it } from 'vitest';
import type { LinkLog } from '../../../lib/ports/link-log.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type ContractOptions, type Fixture, freshName, many, noise, opened, plain } from '../fixture.ts';

/** What every adapter of `LinkLog` must do. */
export function linkLogContract(
  name: string,
  make: () => Promise<Fixture & { readonly links: LinkLog }>,
  { scale = 1 }: ContractOptions = {},
): void {
  describe(`${name} keeps the contract of LinkLog`, () => {
    const fixture = opened(make);
    const fresh = (): { readonly links: LinkLog; readonly job: string } => ({
      links: fixture().links,
      job: freshName(),
    });

    it('knows nothing of a job without segments', async () => {
      const { links, job } = fresh();
      expect(await links.open(job, 10)).toEqual([]);
      expect(await links.read(job, 'a')).toBeUndefined();
      await links.done(job, ['a']);
      await links.done(job, []);
      expect(await links.open(job, 10)).toEqual([]);
    });

    it('lists a segment from its registration on, and has nothing to read until it is put', async () => {
      const { links, job } = fresh();
      await links.register(job, 'a');
      expect(await links.open(job, 10)).toEqual(['a']);
      expect(await links.read(job, 'a')).toBeUndefined();
      await links.put(job, 'a', noise(500));
      expect(await links.open(job, 10)).toEqual(['a']);
      expect(plain(await links.read(job, 'a'))).toEqual(noise(500));
    });

    it('takes a segment off the list when it is done, and keeps it', async () => {
      const { links, job } = fresh();
      for (const id of ['a', 'b', 'c']) {
        await links.register(job, id);
        await links.put(job, id, noise(10));
      }
      await links.done(job, ['a', 'c', 'unknown']);
      await links.done(job, ['a', 'c', 'unknown']);
      expect(await links.open(job, 10)).toEqual(['b']);
      expect(plain(await links.read(job, 'a'))).toEqual(noise(10));
    });

    it('takes off the list a segment that was never put', async () => {
      const { links, job } = fresh();
      await links.register(job, 'a');
      await links.done(job, ['a']);
      expect(await links.open(job, 10)).toEqual([]);
    });

    it('is told everything twice without harm', async () => {
      const { links, job } = fresh();
      await Promise.all([links.register(job, 'a'), links.register(job, 'a')]);
      await links.put(job, 'a', noise(10));
      await links.put(job, 'a', noise(10));
      await links.register(job, 'a');
      expect(await links.open(job, 10)).toEqual(['a']);
      expect(plain(await links.read(job, 'a'))).toEqual(noise(10));
    });

    it('keeps a segment of some megabytes, and an empty one, and a copy of each', async () => {
      const { links, job } = fresh();
      const bytes = noise(3_000_000);
      const expected = bytes.slice(1_000);
      await links.put(job, 'large', bytes.subarray(1_000));
      await links.put(job, 'empty', new Uint8Array(0));
      bytes.fill(0);
      expect(Buffer.compare((await links.read(job, 'large')) ?? new Uint8Array(), expected)).toBe(0);
      expect(plain(await links.read(job, 'empty'))).toEqual(new Uint8Array(0));
    });

    it('lists by id ascending, page by page', async () => {
      const { links, job } = fresh();
      const count = Math.max(150, Math.round(2_500 * scale));
      const id = (i: number) => `${String(i).padStart(6, '0')}-${'x'.repeat(100)}`;
      await many(count, (i) => links.register(job, id(count - 1 - i)));
      const pages: (readonly string[])[] = [];
      for (let after: string | undefined; ; ) {
        const page = await links.open(job, 100, after);
        if (page.length === 0) break;
        pages.push(page);
        after = page.at(-1);
      }
      expect(pages.flat()).toEqual(Array.from({ length: count }, (_, i) => id(i)));
      expect(await links.open(job, 10_000)).toHaveLength(count);
      await links.done(job, pages.flat().slice(1));
      expect(await links.open(job, 10_000)).toEqual([id(0)]);
      expect(await links.open(job, 10, id(0))).toEqual([]);
    });

    it('lists what was put, done or not, by id ascending, page by page', async () => {
      const { links, job } = fresh();
      const ids = Array.from({ length: 25 }, (_, i) => `${String(i).padStart(3, '0')}-x`);
      for (const id of ids.toReversed()) {
        await links.register(job, id);
        await links.put(job, id, noise(10));
      }
      await links.register(job, '999-never-put');
      await links.put(`${job}-2`, '000-other', noise(10));
      await links.done(job, ids.slice(5));
      expect(await links.kept(job, 100)).toEqual(ids);
      expect(await links.kept(job, 10)).toEqual(ids.slice(0, 10));
      expect(await links.kept(job, 10, ids[9])).toEqual(ids.slice(10, 20));
      expect(await links.kept(job, 10, ids[24])).toEqual([]);
      expect(await links.kept(freshName(), 10)).toEqual([]);
    });

    it('keeps jobs apart', async () => {
      const { links, job } = fresh();
      await links.register(job, 'a');
      await links.put(job, 'a', noise(10, 1));
      await links.register(`${job}-2`, 'a');
      await links.put(`${job}-2`, 'a', noise(10, 2));
      await links.done(`${job}-2`, ['a']);
      expect(await links.open(job, 10)).toEqual(['a']);
      expect(plain(await links.read(job, 'a'))).toEqual(noise(10, 1));
    });

    it('survives a crash at every await of registering, putting and being done', async () => {
      const { links, crash } = fixture();
      const old = Array.from({ length: 30 }, (_, i) => `0-${i}`);
      await crashEverywhere(crash, {
        prepare: async () => {
          const job = freshName();
          for (const id of old) await links.register(job, id);
          return job;
        },
        operation: async (job) => {
          await links.register(job, '1');
          await links.put(job, '1', noise(10));
          await links.done(job, old);
        },
        check: async (job) => {
          expect(await links.open(job, 100)).toEqual(['1']);
          expect(plain(await links.read(job, '1'))).toEqual(noise(10));
        },
      });
    });
  });
}
