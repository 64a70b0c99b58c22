import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, isNewer, readTurns, type TurnChanges } from '../../examples/indexer/change.ts';
import { IndexFile } from '../../examples/indexer/index-file.ts';
import { type Source, takeIn } from '../../examples/indexer/take-in.ts';
import { linesOf, replayed } from '../../examples/indexer/winnow-command.ts';
import {
  expectedPages as expected,
  changingJob as job,
  changingCollection as world,
} from '../support/collection/changing-collection.ts';
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
  ['{"v":3}', 'format 3 is not the one'],
  [
    '{"v":2,"host":"a.example","turn":7,"ordinal":1}',
    'change 0 of turn 7 of a.example is missing: the object is damaged',
  ],
])('says what is wrong with an object that has the line %s', (line, why) => {
  expect(() => readTurns('object', [line])).toThrow(why);
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
  const [{ changes } = { changes: [] } as never] = world(7, 20).objects.filter(
    (one) => one.changes.length > 2,
  );
  const lines = changes.map((change: Change) => JSON.stringify(change));
  expect(readTurns('object', lines)[0]?.changes).toEqual(changes);
  expect(() => readTurns('object', lines.toSpliced(1, 1))).toThrow('is missing: the object is damaged');
  expect(() => readTurns('object', ['{"v":3}'])).toThrow('not the one that this indexer reads');
});

const line = (host: string, turn: number, ordinal: number, title = '') =>
  JSON.stringify({
    ...{ v: 2, job, host, turn, ordinal, change: 'created', md5: `${host}${turn}${ordinal}`, at: 1 },
    ...{ url: `http://${host}/`, record: { title, text: '', urls: [] } },
  });

it('tells the turns of an object apart that has several hosts', () => {
  const lines = [line('a', 3, 0), line('a', 3, 1), line('b', 9, 0), line('a', 4, 0)];
  const turns = readTurns('object', lines);
  expect(turns.map((of) => `${of.host}${of.turn}:${of.changes.length}`)).toEqual(['a3:2', 'b9:1', 'a4:1']);
  expect(() => readTurns('object', [line('a', 3, 0), line('b', 9, 1)])).toThrow('change 0 of turn 9 of b');
});

it('goes on past damaged lines of an object, and says where they are', () => {
  const said: string[] = [];
  const lines = ['{"v":2,"jo', line('a.example', 7, 1), 'null', line('a.example', 7, 3), '{}'];
  const turns = readTurns('the object', lines, (damage) => void said.push(damage));
  expect(turns.map(({ changes }) => changes.map(({ ordinal }) => ordinal))).toEqual([[1, 3]]);
  expect(said).toEqual([
    'line 1 of the object is damaged and left out: {"v":2,"jo',
    'line 3 of the object is damaged and left out: null',
    'line 5 of the object is damaged and left out: {}',
  ]);
});

async function* pieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

it('goes on past damaged lines of a replay, at the ends of turns too', async () => {
  const said: string[] = [];
  const lines = [
    ...['x', line('a', 1, 1), 'x', line('a', 1, 3), 'x'],
    ...[line('b', 1, 0), 'x', line('b', 2, 1), '{"v":2,"point":"p"}', 'x', line('a', 2, 1)],
  ];
  const told = [];
  for await (const one of replayed(
    linesOf(pieces(`${lines.join('\n')}\n`, 7)),
    (text) => void said.push(text),
  ))
    told.push(
      'point' in one
        ? one.point
        : `${one.turn.host}${one.turn.turn}:${one.turn.changes.map((c) => c.ordinal)}`,
    );
  expect(told).toEqual(['a1:1,3', 'b1:0', 'b2:1', 'p', 'a2:1']);
  expect(said).toEqual([
    'line 1 of the replay is damaged and left out: x',
    'line 3 of the replay, after changes of turn 1 of a, is damaged and left out: x',
    'line 5 of the replay, after changes of turn 1 of a, is damaged and left out: x',
    'line 7 of the replay, after changes of turn 1 of b, is damaged and left out: x',
    'line 10 of the replay is damaged and left out: x',
  ]);
});

it('ends a line at a line feed and nothing else', async () => {
  const text = `${line('a', 1, 0, '\u0085\u2028\u2029')}\r\n\nlast`;
  const lines: string[] = [];
  for await (const one of linesOf(pieces(text, 3))) lines.push(one);
  expect(lines).toEqual([`${line('a', 1, 0, '\u0085\u2028\u2029')}\r`, '', 'last']);
  expect(readTurns('x', lines.slice(0, 1))[0]?.changes).toHaveLength(1);
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
