import { expect, it } from 'vitest';
import type { RecordStore } from '../../../lib/ports/records.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { type ContractOptions, type Fixture, freshName, opened } from '../fixture.ts';
import { draftOf, md5Of, member, url } from './records-made.ts';

/** What a page says at a time: its record. */
type Content = number;

/** A visit of a URL that led to one content, or to none, and leads to another now, or to none. */
interface Visit {
  readonly path: string;
  readonly from?: Content;
  readonly to?: Content;
}

/** The five cases of Combine's truth table (`DataBase.pm`), and the URL that goes: who leads where before, the visit, and after. */
const cases: readonly {
  readonly what: string;
  readonly before: Readonly<Record<string, Content>>;
  readonly visit: Visit;
  readonly after: Readonly<Record<string, Content>>;
}[] = [
  {
    what: 'a new URL with new content makes a record',
    before: {},
    visit: { path: 'a', to: 1 },
    after: { a: 1 },
  },
  {
    what: 'a new URL with known content joins its record',
    before: { b: 1 },
    visit: { path: 'a', to: 1 },
    after: { a: 1, b: 1 },
  },
  {
    what: 'a known URL with the same content leaves all as it is',
    before: { a: 1, b: 1 },
    visit: { path: 'a', from: 1, to: 1 },
    after: { a: 1, b: 1 },
  },
  {
    what: 'a known URL with new content moves, and its old record goes with its last URL',
    before: { a: 1 },
    visit: { path: 'a', from: 1, to: 2 },
    after: { a: 2 },
  },
  {
    what: 'a known URL with new content moves, and its old record stays for other URLs',
    before: { a: 1, b: 1 },
    visit: { path: 'a', from: 1, to: 2 },
    after: { a: 2, b: 1 },
  },
  {
    what: 'a known URL with known content moves to that record, and its old one goes with its last URL',
    before: { a: 1, b: 2 },
    visit: { path: 'a', from: 1, to: 2 },
    after: { a: 2, b: 2 },
  },
  {
    what: 'a known URL with known content moves to that record, and its old one stays for other URLs',
    before: { a: 1, b: 1, c: 2 },
    visit: { path: 'a', from: 1, to: 2 },
    after: { a: 2, b: 1, c: 2 },
  },
  {
    what: 'a URL that is gone leaves its record, which goes with its last URL',
    before: { a: 1, b: 2 },
    visit: { path: 'a', from: 1 },
    after: { b: 2 },
  },
];

/** The cases of Combine's truth table, each once, redelivered, and in a race with visits of other URLs of the same records. */
export function recordTruth(
  make: () => Promise<Fixture & { readonly records: RecordStore }>,
  { scale = 1 }: ContractOptions,
): void {
  const fixture = opened(make);

  /** As a turn does it that is published: the URL is added, then removed from its old record. */
  async function visited(job: string, { path, from, to }: Visit): Promise<void> {
    const { records } = fixture();
    if (to !== undefined) await records.add(job, draftOf(md5Of(to)), member(path));
    if (from !== undefined && from !== to) await records.remove(job, md5Of(from), url(path));
  }

  async function given(before: Readonly<Record<string, Content>>): Promise<string> {
    const job = freshName();
    for (const [path, to] of Object.entries(before)) await visited(job, { path, to });
    return job;
  }

  /** Each record has the URLs that lead to it and no other; one that none leads to is not there. */
  async function holds(job: string, after: Readonly<Record<string, Content>>): Promise<void> {
    const { records } = fixture();
    const leading = Map.groupBy(Object.entries(after), ([, content]) => content);
    for (const content of [1, 2, 3]) {
      const paths = (leading.get(content) ?? []).map(([path]) => url(path)).sort();
      expect([...(await records.urls(job, md5Of(content), 10))].sort()).toEqual(paths);
      expect((await records.record(job, md5Of(content))) === undefined).toBe(paths.length === 0);
    }
    const listed = (await records.records(job, 10)).records.map(({ md5 }) => md5).sort();
    expect(listed).toEqual([...leading.keys()].map(md5Of).sort());
  }

  it.each(cases)('$what', async ({ before, visit, after }) => {
    const job = await given(before);
    await visited(job, visit);
    await holds(job, after);
  });

  it.each(cases)(
    '$what, also when it is delivered again, at once or later',
    async ({ before, visit, after }) => {
      const job = await given(before);
      await Promise.all([visited(job, visit), visited(job, visit)]);
      await visited(job, visit);
      await holds(job, after);
    },
  );

  it.each(cases)('$what, also beside others that come and go there', async ({ before, visit, after }) => {
    const job = await given({ ...before, x: 1, y: 2 });
    await Promise.all([
      visited(job, { path: 'x', from: 1, to: 2 }),
      visited(job, visit),
      visited(job, { path: 'y', from: 2 }),
      visited(job, { path: 'z', to: 1 }),
    ]);
    await holds(job, { ...after, x: 2, z: 1 });
  });

  it('many URLs that change side by side end where they lead', async () => {
    const random = seededRandom(7);
    const paths = ['a', 'b', 'c', 'd', 'e'];
    for (let round = 0; round < Math.ceil(20 * scale); round += 1) {
      const job = freshName();
      const now: Record<string, Content> = {};
      const histories = paths.map((path) => ({
        path,
        steps: Array.from({ length: 4 }, () => Math.floor(random() * 4)),
      }));
      await Promise.all(
        histories.map(async ({ path, steps }) => {
          let from: Content | undefined;
          for (const step of steps) {
            const to = step === 0 ? undefined : step;
            const visit = {
              path,
              ...(from === undefined ? {} : { from }),
              ...(to === undefined ? {} : { to }),
            };
            await visited(job, visit);
            if (step % 2 === 0) await visited(job, visit);
            from = to;
          }
          if (from !== undefined) now[path] = from;
        }),
      );
      await holds(job, now);
    }
  });
}
