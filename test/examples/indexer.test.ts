import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, isNewer, readTurn, type TurnChanges } from '../../examples/indexer/change.ts';
import { IndexFile } from '../../examples/indexer/index-file.ts';
import { type Source, takeIn } from '../../examples/indexer/take-in.ts';
import {
  expectedPages as expected,
  changingJob as job,
  changingCollection as world,
} from '../support/changing-collection.ts';
import { seededRandom } from '../support/seeded-random.ts';

function sourceOf(objects: readonly TurnChanges[]): Source {
  return {
    async *between(_, host, { after, upTo }) {
      yield* objects.filter((one) => one.host === host && one.turn > after && one.turn <= upTo);
    },
  };
}

it('comes to the collection, whatever is delivered late, twice or never, if the last of each host is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 40 }),
      async (seed, turns) => {
        const made = world(seed, turns);
        const random = seededRandom(seed + 1);
        const lasts = new Set(
          [...Map.groupBy(made.objects, ({ host }) => host).values()].map((of) => of.at(-1)),
        );
        const delivered = made.objects
          .flatMap((object) => {
            const times = lasts.has(object) ? 1 + Math.floor(random() * 2) : Math.floor(random() * 3);
            return Array.from({ length: times }, () => ({ object, place: random() }));
          })
          .sort((a, b) => a.place - b.place);
        const index = new IndexFile(':memory:');
        for (const { object } of delivered) await takeIn(index, object, sourceOf(made.objects));
        const found = index.pages(job);
        const hits = new Set(index.search('text', { limit: 100 }).map(({ url }) => url));
        index.close();
        expect(found).toEqual(expected(made));
        expect(hits).toEqual(new Set(found.values()));
      },
    ),
    { numRuns: process.env.WINNOW_TEST_FULL ? 2_000 : 100 },
  );
});

it.each([
  ['{"v":1,"jo', 'a line of the changes is damaged: {"v":1,"jo'],
  ['{"v":2}', 'format 2 is newer'],
  ['{"v":1,"ordinal":1}', 'change 0 of turn 7 of a.example is missing: the object is damaged'],
])('says what is wrong with an object that has the line %s', (line, why) => {
  expect(() => readTurn({ job, host: 'a.example', turn: 7 }, [line])).toThrow(why);
});

it('comes to the collection from a snapshot that was taken half-way, and what was put since', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 2, max: 30 }),
      async (seed, turns) => {
        const made = world(seed, turns);
        const half = world(seed, Math.floor(turns / 2));
        const newest = new Map<string, Change>();
        for (const change of half.objects.flatMap(({ changes }) => changes))
          if (isNewer(change, newest.get(change.md5))) newest.set(change.md5, change);
        const index = new IndexFile(':memory:');
        index.takeRecords([...newest.values()].filter(({ change }) => change !== 'deleted'));
        index.setPoint(job, 'half');
        // The point lies before the snapshot: some of what it has is told again.
        const since = made.objects.slice(Math.max(0, half.objects.length - 3));
        const random = seededRandom(seed + 1);
        const shuffled = since
          .map((object) => ({ object, place: random() }))
          .sort((a, b) => a.place - b.place);
        for (const { object } of shuffled) await takeIn(index, object, sourceOf(since));
        const found = index.pages(job);
        index.close();
        expect(found).toEqual(expected(made));
      },
    ),
    { numRuns: process.env.WINNOW_TEST_FULL ? 2_000 : 100 },
  );
});

it('says that an object is damaged when a line of it is missing', () => {
  const [{ changes, ...place } = { changes: [] } as never] = world(7, 20).objects.filter(
    (one) => one.changes.length > 2,
  );
  const lines = changes.map((change: Change) => JSON.stringify(change));
  expect(readTurn(place, lines).changes).toEqual(changes);
  expect(() => readTurn(place, lines.toSpliced(1, 1))).toThrow('is missing: the object is damaged');
  expect(() => readTurn(place, ['{"v":2}'])).toThrow('newer than this indexer');
});

it('takes what is searched for as words, whatever they are', () => {
  const index = new IndexFile(':memory:');
  const { objects } = world(7, 20);
  for (const object of objects) index.take(object);
  for (const text of ['"', 'NEAR(', '* OR text', '', '  ', "';--"])
    expect(() => index.search(text)).not.toThrow();
  expect(index.search('nothing-has-this')).toEqual([]);
  index.close();
});
