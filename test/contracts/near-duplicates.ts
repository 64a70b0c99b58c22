import { describe, expect, it } from 'vitest';
import { minHashesOf } from '../../lib/base/likeness/min-hashes.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { groupsUnderKey, type NearDuplicates, type NearGroup } from '../../lib/ports/near-duplicates.ts';
import { crashEverywhere } from '../support/crash.ts';
import { ownWords } from '../support/own-words.ts';
import { type Fixture, freshName, many, opened } from './fixture.ts';

const md5 = (number: number): string => number.toString(16).padStart(32, '0');
const page = (number: number) => ({ md5: md5(number), url: `https://a.example/${number}` as CanonicalUrl });
const minHashes = minHashesOf(`${ownWords('one')} ${ownWords('two')} ${ownWords('three')}`) ?? [];
const group = (number: number): Omit<NearGroup, 'key'> => ({
  id: md5(number),
  minHashes,
  representative: page(number),
});
const place = (key: number, number: number) => ({ key, id: md5(number) });

/** What every adapter of `NearDuplicates` must do. */
export function nearDuplicatesContract(
  name: string,
  make: () => Promise<Fixture & { readonly nearDuplicates: NearDuplicates }>,
): void {
  describe(`${name} keeps the contract of NearDuplicates`, () => {
    const fixture = opened(make);
    const fresh = (): { readonly index: NearDuplicates; readonly job: string } => ({
      index: fixture().nearDuplicates,
      job: freshName(),
    });

    it('finds a group by its key, as it was listed, and no group of another job or key', async () => {
      const { index, job } = fresh();
      expect(await index.groups(job, [5, 6])).toEqual([]);
      expect(await index.begin(job, [5, 6], group(1))).toEqual(place(5, 1));
      expect(await index.groups(job, [4, 5, 6])).toEqual([{ key: 5, ...group(1) }]);
      expect(await index.groups(`${job}-2`, [5])).toEqual([]);
      expect(minHashes.length).toBeGreaterThan(20);
    });

    it('lists a group once, however often it is begun', async () => {
      const { index, job } = fresh();
      for (let i = 0; i < 3; i++) expect(await index.begin(job, [5, 6], group(1))).toEqual(place(5, 1));
      expect(await index.groups(job, [5, 6])).toHaveLength(1);
    });

    it('lists groups under the next key when one is full, and none when all are', async () => {
      const { index, job } = fresh();
      const all = groupsUnderKey * 2;
      for (let i = 0; i < all; i++)
        expect(await index.begin(job, [7, 0xffff_ffff], group(i))).toMatchObject({
          key: i < groupsUnderKey ? 7 : 0xffff_ffff,
        });
      expect(await index.begin(job, [7, 0xffff_ffff], group(all))).toBeUndefined();
      expect(await index.begin(job, [7, 0xffff_ffff], group(all - 1))).toMatchObject({ key: 0xffff_ffff });
      expect(await index.groups(job, [7, 0xffff_ffff])).toHaveLength(all);
    });

    it('keeps to its room when many begin at once', async () => {
      const { index, job } = fresh();
      await many(12, (i) => index.begin(job, [7], group(i)));
      expect(await index.groups(job, [7])).toHaveLength(groupsUnderKey);
    });

    it('tells a member its group, and one that comes too late that the group is gone', async () => {
      const { index, job } = fresh();
      await index.begin(job, [5], group(1));
      expect(await index.join(job, place(5, 1), page(2))).toEqual({ key: 5, ...group(1) });
      expect(await index.join(job, place(5, 9), page(3))).toBeUndefined();
      // It is no member of itself.
      expect(await index.join(job, place(5, 1), page(1))).toEqual({ key: 5, ...group(1) });
      expect(await index.leave(job, place(5, 1), md5(2), false)).toBeUndefined();
      expect(await index.leave(job, place(5, 1), md5(1), false)).toBeUndefined();
      expect(await index.groups(job, [5])).toEqual([]);
      expect(await index.join(job, place(5, 1), page(2))).toBeUndefined();
      expect(await index.begin(job, [5], group(1))).toEqual(place(5, 1));
      expect(await index.leave(job, place(5, 1), md5(1), false)).toBeUndefined();
    });

    it('puts the member of the smallest MD5 in the place of a representative that leaves, as often as it is told', async () => {
      const { index, job } = fresh();
      await index.begin(job, [5], group(1));
      for (const member of [4, 2, 3]) await index.join(job, place(5, 1), page(member));
      for (let i = 0; i < 2; i++) expect(await index.leave(job, place(5, 1), md5(1), false)).toEqual(page(2));
      expect(await index.groups(job, [5])).toEqual([{ key: 5, ...group(1), representative: page(2) }]);
      expect(await index.leave(job, place(5, 1), md5(3), false)).toBeUndefined();
      expect(await index.leave(job, place(5, 1), md5(2), true)).toEqual({ ...page(4), isAwaited: true });
      expect(await index.leave(job, place(5, 1), md5(4), true)).toBeUndefined();
      expect(await index.groups(job, [5])).toEqual([]);
    });

    it('lets a content take the place of the representative that it knew, and of no other', async () => {
      const { index, job } = fresh();
      await index.begin(job, [5], group(1));
      await index.join(job, place(5, 1), page(2));
      expect(await index.represent(job, place(5, 1), md5(9), page(3))).toBe(false);
      for (let i = 0; i < 2; i++) expect(await index.represent(job, place(5, 1), md5(1), page(3))).toBe(true);
      expect(await index.leave(job, place(5, 1), md5(1), false)).toBeUndefined();
      expect(await index.leave(job, place(5, 1), md5(3), false)).toEqual(page(2));
      expect(await index.represent(job, place(5, 9), md5(9), page(3))).toBe(false);
    });

    it('has no representative that left, when all leave at once', async () => {
      const { index, job } = fresh();
      await index.begin(job, [5], group(0));
      for (let i = 1; i < 8; i++) await index.join(job, place(5, 0), page(i));
      await many(7, (i) => index.leave(job, place(5, 0), md5(i), false));
      expect((await index.groups(job, [5]))[0]?.representative).toEqual(page(7));
      expect(await index.leave(job, place(5, 0), md5(7), false)).toBeUndefined();
    });

    it('leaves nobody in a group that is gone, when one joins while the last one leaves', async () => {
      for (let i = 0; i < 5; i++) {
        const { index, job } = fresh();
        await index.begin(job, [5], group(1));
        const [joined, next] = await Promise.all([
          index.join(job, place(5, 1), page(2)),
          index.leave(job, place(5, 1), md5(1), false),
        ]);
        const left = await index.groups(job, [5]);
        expect(next?.md5).toBe(left[0]?.representative.md5);
        if (joined?.representative.md5 === md5(1)) expect(left[0]?.representative).toEqual(page(2));
      }
    });

    it('survives a crash at every await', async () => {
      const { nearDuplicates: index, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => {
          const job = freshName();
          await index.begin(job, [5], group(1));
          await index.join(job, place(5, 1), page(2));
          return job;
        },
        operation: async (job) => {
          await index.join(job, place(5, 1), page(3));
          await index.leave(job, place(5, 1), md5(1), false);
          await index.represent(job, place(5, 1), md5(2), page(6));
          await index.begin(job, [5], group(7));
        },
        check: async (job) => {
          const groups = await index.groups(job, [5]);
          expect(groups.map(({ representative }) => representative.md5).sort()).toEqual([md5(6), md5(7)]);
          expect(await index.leave(job, place(5, 1), md5(6), false)).toEqual(page(3));
          expect(await index.leave(job, place(5, 1), md5(3), false)).toBeUndefined();
        },
      });
    });
  });
}
