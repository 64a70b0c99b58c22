import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dnsReaders } from './support/growth/dns-readers.ts';
import { excess } from './support/growth/growth.ts';
import { otherReaders } from './support/growth/other-readers.ts';
import { documentReaders, pageReaders } from './support/growth/page-readers.ts';
import { blankRuns, randomShapes, runs, someOf } from './support/growth/shapes.ts';
import { seededRandom } from './support/seeded-random.ts';

const full = process.env.WINNOW_TEST_FULL === '1';
/** Chooses the shapes; the full tests take new ones each day. */
const seed = Number(process.env.WINNOW_FUZZ_SEED ?? (full ? Math.floor(Date.now() / 86_400_000) : 1));
const counts = full
  ? { runs: Number.POSITIVE_INFINITY, random: 200, long: 10 }
  : { runs: 3, random: 2, long: 0 };
/** Lengths are multiplied by this for the long ones. */
const longScale = 16;

const dns = dnsReaders();
beforeAll(() => dns.open());
afterAll(() => dns.close());

const readers = [...otherReaders, ...dns.readers, ...pageReaders, ...documentReaders];

describe(`whatever is read takes time by its length (WINNOW_FUZZ_SEED=${seed})`, () => {
  beforeAll(() =>
    console.log(`The seed of the shapes is ${seed}: WINNOW_FUZZ_SEED=${seed} chooses them again.`),
  );

  it.each(readers.map((reader, stream) => [reader.name, reader, stream] as const))(
    '%s',
    async (_, reader, stream) => {
      const random = seededRandom(seed, stream);
      const shapes = [
        ...blankRuns(reader),
        ...someOf(runs(reader), random, counts.runs),
        ...randomShapes(reader, random, counts.random),
      ];
      const found: string[] = [];
      for (const shape of shapes)
        found.push(...[await excess(reader, shape)].filter((one) => one !== undefined));
      for (const shape of randomShapes(reader, random, counts.long))
        found.push(...[await excess(reader, shape, longScale)].filter((one) => one !== undefined));
      expect(found).toEqual([]);
    },
    full ? 600_000 : 60_000,
  );
});

it('a table of one column takes time by its length, too', async () => {
  const reader = pageReaders.find(({ name }) => name === 'CSV') ?? expect.fail('no CSV');
  const table = { name: 'one column', text: (size: number) => 'ab\n'.repeat(size / 3) };
  expect(await excess(reader, table, full ? longScale : longScale / 4)).toBeUndefined();
}, 180_000);

// Processor time that is counted by samples of some ms is now and then far off on a busy machine.
describe('the measure', { retry: 2 }, () => {
  const shape = { name: 'a run', text: (size: number) => 'a'.repeat(size) };
  const reader = (read: (text: string) => unknown) => ({ name: 'one', heads: [''], marks: [], read });

  it('sees a reader that goes back to the start of a run', async () => {
    expect(
      await excess(
        reader((text) => /aa*b/.test(text)),
        shape,
        0.25,
      ),
    ).toMatch(/ms for 10000/);
  });

  it('sees a reader that looks to the end again and again', async () => {
    const read = (text: string): number => {
      let seen = 0;
      for (let from = 0; from < text.length; from += 8)
        for (let at = from; at < text.length && text.charAt(at) !== 'b'; at += 1) seen += 1;
      return seen;
    };
    expect(await excess(reader(read), shape, 0.75)).toMatch(/ms for 30000/);
  });

  it('lets a reader be slow that is slow by the length', async () => {
    const read = (text: string): number => {
      let sum = 0;
      for (let round = 0; round < 1_000; round += 1)
        for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
      return sum;
    };
    expect(await excess(reader(read), shape)).toBeUndefined();
  });
});
