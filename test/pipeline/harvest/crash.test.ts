import { describe, expect, it } from 'vitest';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { findPage } from '../../../lib/pipeline/frontier/find-page.ts';
import { retryMs } from '../../../lib/pipeline/recycle/recycle.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { CrashPlan, crashingPort, stride } from '../../support/crash.ts';
import { jobName, page, reharvest, smallCrawl } from '../small-crawl.ts';

const home = page('home', '/2', 'http://b.example/', 'http://c.a.example/', 'http://d.a.example/');
const web = {
  // Not in the raw document, from which a dead worker's record is written.
  'http://a.example/': { ...home, headers: { ...home.headers, link: '</2>; rel="next"' } },
  'http://a.example/2': page('two', '/'),
  'http://b.example/': page('two', 'http://a.example/'),
  // One of them at a time: the other has to be earned.
  'http://c.a.example/': page('three'),
  'http://d.a.example/': page('four'),
};
const stores = [
  'hosts',
  'domains',
  'due',
  'gates',
  'tickets',
  'segments',
  'links',
  'records',
  'documents',
  'changes',
  'staged',
  'robots',
] as const;

function crashing(plan: CrashPlan) {
  return (ports: Ports): Ports => ({
    ...ports,
    ...Object.fromEntries(stores.map((name) => [name, crashingPort<object>(ports[name], plan)])),
  });
}

/** What a crawl left: everything that must be the same however often it crashed. */
async function crawled(keep: boolean, at: number, side: 'before' | 'after') {
  const plan = new CrashPlan();
  const through = crashing(plan);
  const crawl = await smallCrawl(web, {
    seeds: ['http://a.example/'],
    through,
    settings: { documents: { keep, compression: 'gzip' }, budgets: { pendingPerHost: 100, newHosts: 1 } },
  });
  try {
    plan.arm(at, side);
    await crawl.run().catch(() => undefined);
    const crashed = await plan.disarm();
    // The recycler comes every minute: links that could not be handed on are tried again minutes later.
    await crawl.tick().catch(() => undefined);
    await crawl.stores.clock.advance(retryMs);
    // A ticket that was on its way is lost with its process; its time-out finds the host.
    await crawl.tick();
    await crawl.run(20_000_000);
    const records = (await crawl.ports.records.records('birds', 10)).records
      .map((record) => record.title)
      .sort();
    const outcomes = await Promise.all(Object.keys(web).map((url) => crawl.outcome(url)));
    const headless = (await crawl.changes()).filter(
      ({ record }) => record?.title === 'home' && record.links.every(({ element }) => element !== 'link'),
    );
    return { crashed, records, outcomes: outcomes.sort(), headless };
  } finally {
    crawl.close();
  }
}

/** Each a test of its own: a busy machine takes its time for all steps of a crawl. */
const deaths = [
  ['when raw documents are kept', 'before', true],
  ['when raw documents are kept', 'after', true],
  ['when they are not', 'before', false],
  ['when they are not', 'after', false],
] as const;

describe('a process that dies at any await', () => {
  it.each(deaths)('leaves nothing that the next one does not finish, %s, %s it', async (_, side, keep) => {
    let steps = 0;
    for (let crashed = true; crashed; steps += stride) {
      const left = await crawled(keep, steps, side);
      crashed = left.crashed;
      expect(left, `crashed ${side} step ${steps}`).toEqual({
        crashed,
        records: ['four', 'home', 'three', 'two'],
        outcomes: ['duplicate', 'stored', 'stored', 'stored', 'stored'],
        headless: [],
      });
    }
    expect(steps).toBeGreaterThan(60);
  });
});

/** The register of a crawl whose process died while all pages were fetched for the second time, and which have changed since. */
async function changed(keep: boolean, at: number, side: 'before' | 'after') {
  const plan = new CrashPlan();
  const pages = (first: string, second: string) => ({
    'http://a.example/': page(first, '/2'),
    'http://a.example/2': page(second),
    'http://b.example/': page(second),
  });
  const seeds = ['http://a.example/', 'http://b.example/'];
  const crawl = await smallCrawl(pages('one', 'two'), {
    ...{ seeds, through: crashing(plan), settings: { documents: { keep, compression: 'gzip' } } },
  });
  try {
    await crawl.run();
    await reharvest(crawl);
    Object.assign(crawl.web, pages('three', 'one'));
    plan.arm(at, side);
    await crawl.run().catch(() => undefined);
    const crashed = await plan.disarm();
    Object.assign(crawl.web, pages('five', 'six'));
    await crawl.tick();
    await crawl.run(20_000_000);
    const job = await crawl.job();
    const stray: string[] = [];
    for (const { md5, title } of (await crawl.ports.records.records(jobName, 10)).records) {
      for (const url of await crawl.ports.records.urls(jobName, md5, 10)) {
        const known = await findPage(crawl.ports, job, url);
        if (known?.state !== 'visited' || known.md5 !== md5) stray.push(`${url} holds ${title}`);
      }
    }
    const found: string[] = [];
    for await (const { code, subject } of sanity(crawl.ports, job)) found.push(`${code} ${subject}`);
    // The raw document of a page that was fetched in vain is kept.
    return { crashed, stray, found: found.filter((one) => !one.startsWith('document-unowned')) };
  } finally {
    crawl.close();
  }
}

describe('a process that dies at any await of a revisit', () => {
  it.each(deaths)(
    'leaves no record that no page leads to, although the pages change meanwhile, %s, %s it',
    async (_, side, keep) => {
      let steps = 0;
      for (let crashed = true; crashed; steps += stride) {
        const left = await changed(keep, steps, side);
        crashed = left.crashed;
        expect(left, `crashed ${side} step ${steps}`).toEqual({ crashed, stray: [], found: [] });
      }
      expect(steps).toBeGreaterThan(50);
    },
  );
});
