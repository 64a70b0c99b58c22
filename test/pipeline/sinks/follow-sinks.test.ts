import { afterEach, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import type { SinkSettings } from '../../../lib/domain/sinks/sink-settings.ts';
import type { FailedJob } from '../../../lib/pipeline/job/isolate-jobs.ts';
import { changeJob } from '../../../lib/pipeline/job/open-job.ts';
import {
  type FeedingParts,
  feedSinks,
  followSinks,
  sinksOf,
} from '../../../lib/pipeline/sinks/follow-sinks.ts';
import type { Sink, SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { readSinkState } from '../../../lib/pipeline/sinks/sink-state.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { anotherStore } from '../../support/stores.ts';
import { page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

const site = 'http://a.example/';

const sinks = [{ name: 'out', to: 'list', where: {}, settings: {}, secrets: [] }];
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function crawled(where: SinkSettings['where'] = {}) {
  const settings = { sinks: sinks.map((sink) => ({ ...sink, where })) };
  const crawl = await smallCrawl({ [site]: page('home') }, { seeds: [site], settings });
  await crawl.run();
  closing.push(() => crawl.close());
  return crawl;
}

type Push = Sink['push'];

/** Feeds the sink of a crawl, and hears of faults. */
function followed({ ports }: SmallCrawl, push: Push, over: Partial<FeedingParts> = {}) {
  const faults: FailedJob[] = [];
  const type: SinkType<unknown> = {
    ...{ name: 'list', batch: { changes: 2, bytes: 1_000_000 } },
    open: async () => ({ push, close: async () => undefined }),
  };
  const parts: FeedingParts = {
    ...{ ports, isOrdered: true, secret: async () => '', typeOf: async () => type },
    openWeb: () => ({ ask: () => Promise.reject(new Error('no web')), close: async () => undefined }),
    ...over,
  };
  return { faults, sinks: followSinks(parts, (failed) => faults.push(failed)) };
}

it('feeds no sinks of a job that was removed', async () => {
  const { ports, close } = await smallCrawl({ [site]: page('home') }, { seeds: [site], settings: { sinks } });
  expect(await sinksOf(ports)).toMatchObject([{ job: 'birds', sink: { name: 'out' } }]);
  const pause = { reason: 'removed: it is over', at: 0, by: 'removal' } as const;
  await changeJob(ports, 'birds', (was) => ({ ...was, state: 'stopped', pause }));
  expect(await sinksOf(ports)).toEqual([]);
  close();
});

it('lets other work have a turn after each batch, also where nothing of it is wanted', async () => {
  const wanted = await crawled();
  const unwanted = await crawled({ host: ['other.example'] });
  for (const { ports } of [wanted, unwanted]) {
    let turns = 0;
    const signal = new AbortController().signal;
    const type = { name: 'list', batch: { changes: 2, bytes: 1_000 } };
    await feedSinks(
      {
        ...{ ports, isOrdered: true, secret: async () => '' },
        typeOf: async () => ({
          ...type,
          open: async () => ({ push: async () => [], close: async () => undefined }),
        }),
        openWeb: () => ({ ask: () => Promise.reject(new Error('no web')), close: async () => undefined }),
        giveWay: async () => {
          turns += 1;
        },
      },
      { signal },
    );
    expect(turns).toBe(1);
  }
});

it('tells once of a fault in our code that keeps a sink from being fed, and tries again', async () => {
  const crawl = await crawled();
  let tries = 0;
  const { faults, sinks: fed } = followed(crawl, async () => [], {
    openWeb() {
      tries += 1;
      throw new TypeError('web is undefined');
    },
  });
  while (tries < 3) await crawl.stores.clock.advance(5_000);
  await fed.stop(0);
  expect(faults).toMatchObject([{ job: 'birds', work: 'sinks', error: { message: 'web is undefined' } }]);
});

it('tells once an hour what holds a sink up, and feeds it within minutes when that is over', async () => {
  const crawl = await crawled();
  let [tries, taken, isDown] = [0, 0, true];
  const { faults, sinks: fed } = followed(crawl, async (changes) => {
    tries += 1;
    if (isDown) throw new WinnowError('unavailable', `the index does not answer (${tries})`);
    taken += changes.length;
    return [];
  });
  for (let ms = 0; ms < 3_590_000; ms += 5_000) await crawl.stores.clock.advance(5_000);
  const words = 'the sink out is held up: the index does not answer (1) (`winnow sinks` shows more)';
  expect(faults).toMatchObject([{ job: 'birds', error: { code: 'unavailable', message: words } }]);
  // An hour costs few tries.
  expect(tries).toBeLessThan(40);
  for (let ms = 0; ms < 600_000; ms += 5_000) await crawl.stores.clock.advance(5_000);
  expect(faults.length).toBe(2);
  isDown = false;
  for (let ms = 0; ms < 310_000; ms += 5_000) await crawl.stores.clock.advance(5_000);
  expect(taken).toBe(1);
  await fed.stop(0);
});

it('tells that it cannot see which sinks there are, and goes on when it can', async () => {
  const crawl = await crawled();
  let [isBroken, taken] = [true, 0];
  const all = async () => {
    if (isBroken) throw new WinnowError('unavailable', 'the table does not answer');
    return await crawl.ports.jobs.jobs();
  };
  const jobs = anotherStore(crawl.ports.jobs, { jobs: all });
  const ports = { ...crawl.ports, jobs };
  const { faults, sinks: fed } = followed({ ...crawl, ports }, async (changes) => {
    taken += changes.length;
    return [];
  });
  for (let looks = 0; looks < 4; looks += 1) await crawl.stores.clock.advance(5_000);
  expect(faults).toMatchObject([{ job: '', work: 'sinks', error: { message: 'the table does not answer' } }]);
  isBroken = false;
  while (taken === 0) await crawl.stores.clock.advance(5_000);
  await fed.stop(0);
});

it('tells of a job whose settings cannot be read, and feeds the others', async () => {
  const crawl = await crawled();
  const job = (await crawl.ports.jobs.job('birds')) as Job;
  await crawl.ports.jobs.put(undefined, { ...job, name: 'damaged', config: 'nothing-of-that-name' });
  let taken = 0;
  const { faults, sinks: fed } = followed(crawl, async (changes) => {
    taken += changes.length;
    return [];
  });
  while (taken === 0 || faults.length === 0) await crawl.stores.clock.advance(5_000);
  expect(faults).toMatchObject([{ job: 'damaged', work: 'sinks' }]);
  await fed.stop(0);
});

it('says of a target that does not answer that feeding ended first', async () => {
  const crawl = await crawled();
  let isAsked = false;
  const { faults, sinks: fed } = followed(
    crawl,
    (_, signal) =>
      new Promise((__, reject) => {
        isAsked = true;
        signal.addEventListener('abort', () => reject(new WinnowError('unavailable', 'given up')));
      }),
  );
  while (!isAsked) await crawl.stores.clock.advance(1_000);
  const stopped = fed.stop(30_000);
  await crawl.stores.clock.advance(30_000);
  await stopped;
  const says = expect.stringMatching(/^the target had not answered after \d+ s, when feeding ended$/);
  expect((await readSinkState(crawl.ports, 'birds', 'out'))?.trouble).toMatchObject({
    code: 'unavailable',
    says,
  });
  expect(faults.length).toBe(1);
});

it('feeds a sink in a slice whatever became of another one, and tells of that', async () => {
  const sink = (name: string) => ({ name, to: 'list', where: {}, settings: {}, secrets: [] });
  const sinks = [sink('broken'), sink('whole')];
  const crawl = await smallCrawl({ [site]: page('home') }, { seeds: [site], settings: { sinks } });
  await crawl.run();
  let webs = 0;
  const fed = await feedSinks(
    {
      ...{ ports: crawl.ports, isOrdered: false, secret: async () => '' },
      typeOf: async () => ({
        ...{ name: 'list', batch: { changes: 10, bytes: 1_000_000 } },
        open: async () => ({ push: async () => [], close: async () => undefined }),
      }),
      openWeb: () => ({
        ask: () => Promise.reject(new Error('no web')),
        async close() {
          webs += 1;
          if (webs === 1) throw new TypeError('web is undefined');
        },
      }),
    },
    { endBy: Number.POSITIVE_INFINITY, signal: new AbortController().signal },
  );
  expect(fed.failed).toMatchObject([{ job: 'birds', work: 'sinks', error: { message: 'web is undefined' } }]);
  expect(fed.fed.map(({ step }) => step?.kind).sort()).toEqual(['caught-up', undefined]);
  expect(fed.fed.map(({ counts }) => counts)).toEqual([
    { pushed: 1, refused: 0 },
    { pushed: 1, refused: 0 },
  ]);
  crawl.close();
});
