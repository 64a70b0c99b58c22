import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReaderPool, readerPool } from '../../../lib/adapters/reading/reader-pool.ts';
import type { PageReader } from '../../../lib/ports/web.ts';
import { functionReader } from '../../../lib/runtime/aws/aws-worker.ts';
import { withFunctionBundles } from '../../support/function-bundle.ts';
import { type HostileShape, hostileRequest, hostileShapes } from '../../support/reading/hostile-shapes.ts';

const full = process.env.WINNOW_TEST_FULL === '1';
/** Megabytes. An eighth of it with the usual tests. */
const sizes = [1, 2, 4].map((size) => (full ? size : size / 8));
const most = Math.max(...sizes);
/** In linear time four times the size takes four times as long, in quadratic time sixteen times. */
const maxRatio = 10;
/** What takes less processor time than this for a megabyte is measured too badly for ratios to tell anything. */
const negligibleMs = 250;
/** Collections of garbage and whoever else is on the machine only ever make it longer. */
const attempts = 3;

const deadlineMs = 20_000;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'winnow-harvest-'));
  await withFunctionBundles((folderOf) => cp(folderOf('harvest'), directory, { recursive: true }));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** What the function runs: its bundle, and threads of its size. */
const ofFunction = () =>
  functionReader({ commitMs: 3 * deadlineMs }, pathToFileURL(join(directory, 'reader-worker.mjs')));
const runtimes = [
  { runtime: 'one machine', open: () => readerPool({ threads: 1, deadlineMs }), shapes: hostileShapes },
  // The same reader, bundled: every commit shows it some of them.
  { runtime: 'AWS', open: ofFunction, shapes: hostileShapes.filter((_, at) => full || at % 4 === 0) },
];

/** Processor ms of all threads: what a busy machine does not make longer. */
async function cost(reader: PageReader, shape: HostileShape, megabytes: number): Promise<number> {
  const request = hostileRequest(shape, megabytes * 1_000_000);
  const before = process.cpuUsage();
  const read = await reader.read(request);
  const { user, system } = process.cpuUsage(before);
  expect(read, `${megabytes} MB`).toMatchObject({ kind: 'page' });
  return (user + system) / 1_000;
}

describe.each(runtimes)('a hostile page on $runtime takes time by its length', ({ open, shapes }) => {
  let reader: ReaderPool;
  beforeAll(() => {
    reader = open();
  });
  afterAll(() => reader.close());

  it.for(shapes)('$name', async (shape) => {
    let times: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const now: number[] = [];
      for (const size of sizes) now.push(await cost(reader, shape, size));
      times = now.map((time, place) => Math.min(time, times[place] ?? time));
      if (isLinear(times)) return;
    }
    expect.fail(`${times.map((time) => time.toFixed(0))} ms of processor time for ${sizes} MB`);
  });
});

function isLinear(times: readonly number[]): boolean {
  const [small = 0, , large = 0] = times;
  return large <= negligibleMs * most || large <= small * maxRatio;
}
