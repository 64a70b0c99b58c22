import { afterEach, describe, expect, it } from 'vitest';
import { distilWhenDue } from '../../../lib/capabilities/graph/distil-when-due.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import type { AnalysisSlice } from '../../../lib/pipeline/link-graph/analyse-when-due.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { jobName, page, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { termTopic } from '../../support/topic/topic.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const owls = 'owl owl owl owl owl owl owl owl owl owl owl owl';

/** A hub of owls on a host of its own, pages about owls on others, and what only the hub links to. */
const web: Web = {
  'http://hub.example/': page(
    `list ${owls}`,
    ...Array.from({ length: 6 }, (_, at) => `http://owls${at}.example/`),
    'http://neglected.example/deep',
  ),
  ...Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`http://owls${at}.example/`, page(`${owls} number ${at}`)]),
  ),
  'http://neglected.example/deep': page(owls),
};

async function begun(distill: number): Promise<Job> {
  crawl = await smallCrawl(web, {
    seeds: ['http://hub.example/', ...Array.from({ length: 6 }, (_, at) => `http://owls${at}.example/`)],
    settings: {
      topic: termTopic('100: owl = B'),
      focus: { ...defaultFocus, mode: 'soft', order: 'relevance', distill },
      autoRecycleLinks: false,
    },
  });
  await crawl.run();
  return await crawl.job();
}

const room = { endBy: Number.POSITIVE_INFINITY, mostUrls: 1_000 };
const distilled = (job: Job, options: Partial<AnalysisSlice> = {}) =>
  distilWhenDue(crawl.ports, job, { ...room, ...options });

const asked = (): boolean => crawl.requests.some(({ url }) => url === 'http://neglected.example/deep');

describe('distilling while a job is crawled', () => {
  it('raises what a good hub links to and nobody has visited', async () => {
    const job = await begun(5);
    expect(asked()).toBe(false);
    expect(await distilled(job)).toEqual({ raised: 1 });
    await crawl.run();
    expect(asked()).toBe(true);
  });

  it('waits until the graph has grown, and as long as its pauses say', async () => {
    const job = await begun(5);
    expect(await distilled(job)).toEqual({ raised: 1 });
    expect(await distilled(job)).toBe('resting');
    await crawl.stores.clock.advance(3_600_000);
    expect(await distilled(job)).toBe('resting');
  });

  it('raises what ranks highest in a job without a topic, and nothing where another order is asked for', async () => {
    const linked = Array.from({ length: 6 }, (_, at) => `http://site${at}.example/`);
    const popular: Web = {
      ...Object.fromEntries(
        linked.map((url, at) => [
          url,
          page(`site ${at}`, `http://big.example/other${at}`, 'http://big.example/popular'),
        ]),
      ),
      'http://big.example/popular': page('popular'),
    };
    for (const [order, raised] of [
      ['breadth-first', 'http://big.example/popular'],
      ['hash', undefined],
    ] as const) {
      const settings = { focus: { ...defaultFocus, order, distill: 5 }, autoRecycleLinks: false };
      crawl = await smallCrawl(popular, { seeds: linked, settings });
      await crawl.run();
      const before = crawl.requests.length;
      const count = await distilled(await crawl.job());
      expect(count).toEqual({ raised: raised === undefined ? 0 : 7 });
      await crawl.run();
      const first = crawl.requests.slice(before).find(({ url }) => !url.endsWith('robots.txt'));
      expect(first?.url).toBe(raised);
      if (raised !== undefined) crawl.close();
    }
  });

  it('does nothing unless the job wants it', async () => {
    const job = await begun(0);
    expect(await distilled(job)).toBe('resting');
    expect(await crawl.ports.graphs.names(jobName, 10)).toEqual([]);
  });
});
