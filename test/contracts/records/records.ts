import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { RecordEntry, RecordStore } from '../../../lib/ports/records.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type ContractOptions, type Fixture, freshName, many, opened, t0 } from '../fixture.ts';
import { draftOf, md5Of, member, url } from './records-made.ts';
import { recordRaces } from './records-races.ts';
import { recordTruth } from './records-truth.ts';

/** What every adapter of `RecordStore` must do. */
export function recordsContract(
  name: string,
  make: () => Promise<Fixture & { readonly records: RecordStore }>,
  { scale = 1 }: ContractOptions = {},
): void {
  describe(`${name} keeps the contract of RecordStore`, () => {
    describe('side by side', () => recordRaces(make));
    describe('whose URLs come, go and move', () => recordTruth(make, { scale }));
    const fixture = opened(make);
    const fresh = (): { readonly records: RecordStore; readonly job: string } => ({
      records: fixture().records,
      job: freshName(),
    });
    const md5 = md5Of(1);

    it('counts the URLs of a record right', async () => {
      const { records } = fixture();
      const [job, md5] = [freshName(), md5Of(77)];
      await records.add(job, draftOf(md5), member('a'));
      await records.add(job, draftOf(md5), member('b'));
      await records.remove(job, md5, url('a'));
      expect(await records.recount(job, md5, false)).toBe(false);
      expect(await records.recount(job, md5, true)).toBe(false);
      expect(await records.recount(job, md5Of(78), true)).toBe(false);
      const [entry] = (await records.records(job, 10)).records;
      expect(entry?.members ?? 1).toBe(1);
    });

    it('counts those that are listed, whatever came and went', async () => {
      const { records, job } = fresh();
      const never = new AbortController().signal;
      expect(await records.count(job, never)).toBe(0);
      for (let n = 1; n <= 40; n += 1) await records.add(job, draftOf(md5Of(n)), member(`${n}`));
      await records.add(job, draftOf(md5Of(1)), member('more'));
      expect(await records.count(job, never)).toBe(40);
      for (let n = 1; n <= 15; n += 1) await records.remove(job, md5Of(n), url(`${n}`));
      expect(await records.count(job, never)).toBe(26);
      await records.remove(job, md5Of(1), url('more'));
      expect(await records.count(job, never)).toBe((await records.records(job, 100)).records.length);
    });

    it('knows nothing of content that nobody added', async () => {
      const { records, job } = fresh();
      expect(await records.record(job, md5)).toBeUndefined();
      expect(await records.urls(job, md5, 10)).toEqual([]);
      expect(await records.records(job, 10)).toEqual({ records: [] });
      expect(await records.remove(job, md5, url('a'))).toMatchObject({ empty: true });
      expect(await records.record(job, md5)).toBeUndefined();
    });

    it('tells how often a record was changed: never, when there never was one; also when it is left', async () => {
      const { records, job } = fresh();
      expect(await records.revision(job, md5)).toBe(0);
      await records.add(job, draftOf(md5), member('a'));
      expect(await records.revision(job, md5)).toBe(1);
      await records.add(job, draftOf(md5), member('b'));
      expect(await records.revision(job, md5)).toBe(2);
      for (const path of ['a', 'b']) await records.remove(job, md5, url(path));
      expect(await records.record(job, md5)).toBeUndefined();
      expect(await records.revision(job, md5)).toBe(4);
    });

    it('tells where the last full text of a record stands, also when no URL leads to it', async () => {
      const { records, job } = fresh();
      expect(await records.lastText(job, md5)).toBeUndefined();
      await records.add(job, draftOf(md5, 'a title', 3), member('a'));
      await records.remove(job, md5, url('a'));
      expect(await records.record(job, md5)).toBeUndefined();
      expect(await records.lastText(job, md5)).toEqual(draftOf(md5, 'a title', 3).change);
      await records.add(job, draftOf(md5, 'a title', 5), member('b'));
      expect(await records.lastText(job, md5)).toEqual(draftOf(md5, 'a title', 5).change);
    });

    it.each([
      ['with a document', { document: 'documents/x/ab.gz' }],
      ['without a document', {}],
      ['with an odd title', { title: '\u0000 “Ünïcödé” \u{1F578}\n<b>' }],
      ['with an empty title', { title: '' }],
    ])('is made by its first URL %s and comes back as it was drafted', async (_, odd) => {
      const { records, job } = fresh();
      const draft = { ...draftOf(md5), ...odd };
      const added = await records.add(job, draft, member('a', 3));
      expect(added).toEqual({
        first: true,
        revision: expect.any(Number),
        targets: draft.targets,
        firstSeen: t0,
        ...('document' in odd && { document: odd.document }),
      });
      expect(await records.record(job, md5)).toEqual({
        ...draft,
        firstUrl: url('a'),
        firstSeen: t0,
        depth: 3,
        revision: added.revision,
      } satisfies RecordEntry);
      expect(await records.urls(job, md5, 10)).toEqual([url('a')]);
    });

    it('keeps the draft of the latest turn, whoever comes late', async () => {
      const { records } = fixture();
      const job = freshName();
      await records.add(job, draftOf(md5, 'of turn 6', 6), member('a'));
      await records.add(job, { ...draftOf(md5, 'of turn 8', 8), document: 'documents/x' }, member('a'));
      const late = await records.add(job, draftOf(md5, 'of turn 7', 7), member('a'));
      expect(late).toMatchObject({ first: true, targets: 'targets of of turn 8', document: 'documents/x' });
      expect(await records.record(job, md5)).toMatchObject({
        title: 'of turn 8',
        change: { turn: 8 },
        document: 'documents/x',
      });
      await records.remove(job, md5, url('a'));
      await records.add(job, draftOf(md5, 'anew', 7), member('a'));
      expect(await records.record(job, md5)).toMatchObject({ title: 'anew', change: { turn: 7 } });
    });

    it('drops the drafts of all URLs but the first, and tells them what it has', async () => {
      const { records, job } = fresh();
      await records.add(job, { ...draftOf(md5, 'first'), document: 'documents/x' }, member('b', 3));
      const draft = { ...draftOf(md5, 'second'), document: 'documents/y' };
      const second = await records.add(job, draft, member('a', 5, t0 + 1));
      expect(second).toEqual({
        first: false,
        revision: expect.any(Number),
        targets: 'targets of first',
        document: 'documents/x',
        firstSeen: t0,
      });
      const again = await records.add(job, draft, member('a', 5, t0 + 2));
      expect(again).toEqual({ ...second, revision: expect.any(Number) });
      expect(await records.record(job, md5)).toMatchObject({
        title: 'first',
        firstUrl: url('b'),
        firstSeen: t0,
        depth: 3,
        revision: again.revision,
      });
      expect(await records.urls(job, md5, 10)).toEqual([url('b'), url('a')]);
    });

    it('keeps the smallest depth that any of its URLs came with', async () => {
      const { records, job } = fresh();
      await records.add(job, draftOf(md5), member('a', 5));
      await records.add(job, draftOf(md5), member('b', 2));
      await records.add(job, draftOf(md5), member('c', 4));
      await records.add(job, draftOf(md5), member('a', 5));
      expect(await records.record(job, md5)).toMatchObject({ depth: 2 });
    });

    it('replaces the draft when the first URL says it again, and stays first seen when it was', async () => {
      const { records, job } = fresh();
      await records.add(job, draftOf(md5, 'old', 1), member('a', 3));
      await records.add(job, draftOf(md5), member('b', 3));
      const again = await records.add(job, draftOf(md5, 'new', 2), member('a', 3, t0 + 5_000));
      expect(again).toMatchObject({ first: true, targets: 'targets of new', firstSeen: t0 });
      expect(await records.record(job, md5)).toMatchObject({
        title: 'new',
        change: { turn: 2 },
        firstSeen: t0,
        revision: again.revision,
      });
      expect(await records.urls(job, md5, 10)).toEqual([url('a'), url('b')]);
    });

    it('drops the document when the first URL says it again without one', async () => {
      const { records, job } = fresh();
      await records.add(job, { ...draftOf(md5), document: 'documents/x' }, member('a'));
      await records.add(job, draftOf(md5), member('a'));
      expect(await records.record(job, md5)).not.toHaveProperty('document');
    });

    it('holds a URL once, however often it is added: one removal is enough', async () => {
      const { records, job } = fresh();
      for (let i = 0; i < 3; i++) {
        await records.add(job, draftOf(md5), member('a'));
        await records.add(job, draftOf(md5), member('b'));
      }
      expect(await records.remove(job, md5, url('a'))).toMatchObject({ empty: false });
      expect(await records.remove(job, md5, url('a'))).toMatchObject({ empty: false });
      expect(await records.remove(job, md5, url('unknown'))).toMatchObject({ empty: false });
      expect(await records.urls(job, md5, 10)).toEqual([url('b')]);
      expect(await records.remove(job, md5, url('b'))).toMatchObject({ empty: true });
      expect(await records.remove(job, md5, url('b'))).toMatchObject({ empty: true });
    });

    it('has no first URL when that one was removed and others hold it', async () => {
      const { records, job } = fresh();
      await records.add(job, draftOf(md5, 'first'), member('a'));
      await records.add(job, draftOf(md5), member('c'));
      await records.add(job, draftOf(md5), member('b'));
      await records.remove(job, md5, url('a'));
      const record = await records.record(job, md5);
      expect(record).toMatchObject({ title: 'first' });
      expect(record).not.toHaveProperty('firstUrl');
      expect(await records.urls(job, md5, 10)).toEqual([url('b'), url('c')]);
      expect((await records.add(job, draftOf(md5, 'again'), member('a'))).first).toBe(false);
      expect((await records.add(job, draftOf(md5, 'again'), member('b'))).first).toBe(false);
      expect(await records.record(job, md5)).toMatchObject({ title: 'first' });
    });

    it('is gone from sight when no URL leads to it, and is made anew by the next one', async () => {
      const { records, job } = fresh();
      await records.add(job, draftOf(md5, 'old'), member('a', 1));
      const removed = await records.remove(job, md5, url('a'));
      expect(removed.empty).toBe(true);
      expect(await records.record(job, md5)).toBeUndefined();
      expect(await records.urls(job, md5, 10)).toEqual([]);
      expect(await records.records(job, 10)).toEqual({ records: [] });
      const made = await records.add(job, draftOf(md5, 'new'), member('b', 4, t0 + 9_000));
      expect(made.first).toBe(true);
      expect(made.revision).toBeGreaterThan(removed.revision);
      expect(await records.record(job, md5)).toMatchObject({ title: 'new', firstUrl: url('b') });
    });

    it('has a larger revision after every URL that came or went', async () => {
      const { records, job } = fresh();
      const revisions = [
        (await records.add(job, draftOf(md5), member('a'))).revision,
        (await records.add(job, draftOf(md5), member('b'))).revision,
        (await records.remove(job, md5, url('a'))).revision,
        (await records.add(job, draftOf(md5), member('a'))).revision,
        (await records.remove(job, md5, url('b'))).revision,
        (await records.remove(job, md5, url('a'))).revision,
      ];
      expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
    });

    it('lists its URLs, the first one first, then ascending, at most as many as were asked for', async () => {
      const { records, job } = fresh();
      const count = Math.max(120, Math.round(500 * scale));
      const long = (i: number): CanonicalUrl => url(`${String(i).padStart(5, '0')}/${'p'.repeat(2_000)}`);
      await records.add(job, draftOf(md5), { url: long(50), at: t0, depth: 1 });
      await many(count, (i) => records.add(job, draftOf(md5), { url: long(i), at: t0, depth: 1 }));
      const expected = [long(50), ...Array.from({ length: count }, (_, i) => long(i)).toSpliced(50, 1)];
      expect(await records.urls(job, md5, 10_000)).toEqual(expected);
      expect(await records.urls(job, md5, 7)).toEqual(expected.slice(0, 7));
      expect(await records.urls(job, md5, 1)).toEqual(expected.slice(0, 1));
    });

    it('lists the records of a job by MD5, page by page, without the empty ones', async () => {
      const { records, job } = fresh();
      const count = Math.max(200, Math.round(2_000 * scale));
      const title = 'T'.repeat(Math.ceil(1_500_000 / count));
      await many(count, (i) => records.add(job, draftOf(md5Of(i), title), member('a')));
      await many(count / 4, (i) => records.remove(job, md5Of(i * 4), url('a')));
      await records.add(`${job}-2`, draftOf(md5Of(count)), member('a'));
      const expected = Array.from({ length: count }, (_, i) => i)
        .filter((i) => i % 4 !== 0 || i / 4 >= count / 4)
        .map(md5Of)
        .sort();
      for (const limit of [37, 1_000]) {
        const listed: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await records.records(job, limit, cursor);
          expect(page.records.length).toBeLessThanOrEqual(limit);
          listed.push(...page.records.map((record) => record.md5));
          cursor = page.cursor;
        } while (cursor !== undefined);
        expect(listed).toEqual(expected);
      }
    });

    it('keeps the same content of two jobs apart', async () => {
      const { records, job } = fresh();
      await records.add(job, draftOf(md5, 'mine'), member('a'));
      expect((await records.add(`${job}-2`, draftOf(md5, 'other'), member('b'))).first).toBe(true);
      await records.remove(`${job}-2`, md5, url('a'));
      expect(await records.record(job, md5)).toMatchObject({ title: 'mine' });
      expect(await records.urls(job, md5, 10)).toEqual([url('a')]);
    });

    it('survives a crash at every await of adding and removing', async () => {
      const { records, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => {
          const job = freshName();
          await records.add(job, draftOf(md5Of(2)), member('a'));
          return job;
        },
        operation: async (job) => {
          const made = await records.add(job, draftOf(md5), member('a'));
          expect(made.first).toBe(true);
          const joined = await records.add(job, draftOf(md5), member('b'));
          expect(joined.first).toBe(false);
          await records.remove(job, md5Of(2), url('a'));
        },
        check: async (job) => {
          expect(await records.urls(job, md5, 10)).toEqual([url('a'), url('b')]);
          const page = await records.records(job, 10);
          expect(page.records.map((record) => [record.md5, record.firstUrl])).toEqual([[md5, url('a')]]);
          await records.remove(job, md5, url('a'));
          expect(await records.remove(job, md5, url('b'))).toMatchObject({ empty: true });
        },
      });
    });
  });
}
