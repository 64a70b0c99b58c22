import { expect, it } from 'vitest';
import type { RecordStore } from '../../../lib/ports/records.ts';
import { type Fixture, freshName, opened } from '../fixture.ts';
import { draftOf, md5Of, member, url } from './records-made.ts';

const md5 = md5Of(1);
const twenty = Array.from({ length: 20 }, (_, i) => `page-${String(i).padStart(2, '0')}`);

export function recordRaces(make: () => Promise<Fixture & { readonly records: RecordStore }>): void {
  const fixture = opened(make);

  it('is made by exactly one of twenty URLs, whose draft it is, and no membership is lost', async () => {
    const { records } = fixture();
    const job = freshName();
    const added = await Promise.all(
      twenty.map((path) => records.add(job, draftOf(md5, `by ${path}`), member(path))),
    );
    const makers = twenty.filter((_, i) => added[i]?.first);
    expect(makers).toHaveLength(1);
    expect(new Set(added.map(({ revision }) => revision)).size).toBe(20);
    expect(await records.record(job, md5)).toMatchObject({
      title: `by ${makers[0]}`,
      firstUrl: url(makers[0] ?? ''),
      revision: Math.max(...added.map(({ revision }) => revision)),
    });
    expect([...(await records.urls(job, md5, 100))].sort()).toEqual(twenty.map(url));
  });

  it('holds a URL once that is added twenty times at once', async () => {
    const { records } = fixture();
    const job = freshName();
    const added = await Promise.all(twenty.map(() => records.add(job, draftOf(md5), member('a'))));
    expect(added.every(({ first }) => first)).toBe(true);
    expect(await records.urls(job, md5, 100)).toEqual([url('a')]);
    expect(await records.remove(job, md5, url('a'))).toMatchObject({ empty: true });
  });

  it('says that it is empty when the last of twenty was removed, not before', async () => {
    const { records } = fixture();
    const job = freshName();
    for (const path of twenty) await records.add(job, draftOf(md5), member(path));
    const half = await Promise.all(twenty.slice(10).map((path) => records.remove(job, md5, url(path))));
    expect(half.every(({ empty }) => !empty)).toBe(true);
    const rest = await Promise.all(twenty.slice(0, 10).map((path) => records.remove(job, md5, url(path))));
    expect(rest.some(({ empty }) => empty)).toBe(true);
    expect(await records.record(job, md5)).toBeUndefined();
    expect(await records.records(job, 10)).toEqual({ records: [] });
  });

  it('is never lost between a URL that goes and one that comes', async () => {
    const { records } = fixture();
    const job = freshName();
    for (let round = 0; round < 10; round++) {
      await records.add(job, draftOf(md5), member(`old-${round}`));
      const [removed, added] = await Promise.all([
        records.remove(job, md5, url(`old-${round}`)),
        records.add(job, draftOf(md5), member(`new-${round}`)),
      ]);
      expect(added.revision).not.toBe(removed.revision);
      if (round > 0) expect(removed.empty).toBe(false);
      expect(added.first).toBe(removed.empty);
      expect(await records.urls(job, md5, 100)).toContain(url(`new-${round}`));
    }
    expect(await records.urls(job, md5, 100)).toHaveLength(10);
  });
}
