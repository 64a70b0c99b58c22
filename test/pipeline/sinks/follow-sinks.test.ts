import { expect, it } from 'vitest';
import type { FailedJob } from '../../../lib/pipeline/job/isolate-jobs.ts';
import { changeJob } from '../../../lib/pipeline/job/open-job.ts';
import { feedSinks, followSinks, sinksOf } from '../../../lib/pipeline/sinks/follow-sinks.ts';
import { page, smallCrawl } from '../small-crawl.ts';

const site = 'http://a.example/';

it('feeds no sinks of a job that was removed', async () => {
  const sinks = [{ name: 'out', to: 'list', where: {}, settings: {}, secrets: [] }];
  const { ports, close } = await smallCrawl({ [site]: page('home') }, { seeds: [site], settings: { sinks } });
  expect(await sinksOf(ports)).toMatchObject([{ job: 'birds', sink: { name: 'out' } }]);
  const pause = { reason: 'removed: it is over', at: 0, by: 'removal' } as const;
  await changeJob(ports, 'birds', (was) => ({ ...was, state: 'stopped', pause }));
  expect(await sinksOf(ports)).toEqual([]);
  close();
});

it('tells once of a fault in our code that keeps a sink from being fed, and tries again', async () => {
  const sinks = [{ name: 'out', to: 'list', where: {}, settings: {}, secrets: [] }];
  const crawl = await smallCrawl({ [site]: page('home') }, { seeds: [site], settings: { sinks } });
  const faults: FailedJob[] = [];
  let tries = 0;
  const parts = {
    ...{ ports: crawl.ports, isOrdered: true, secret: async () => '' },
    typeOf: () => Promise.reject(new Error('nothing is opened')),
    openWeb() {
      tries += 1;
      throw new TypeError('web is undefined');
    },
  };
  const followed = followSinks(parts, (failed) => faults.push(failed));
  while (tries < 3) await crawl.stores.clock.advance(5_000);
  await followed.stop(0);
  expect(faults).toMatchObject([{ job: 'birds', work: 'sinks', error: { message: 'web is undefined' } }]);
  crawl.close();
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
