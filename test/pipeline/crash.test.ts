import { describe, expect, it } from 'vitest';
import type { Ports } from '../../lib/ports/ports.ts';
import { CrashPlan, crashingPort } from '../support/crash.ts';
import { page, smallCrawl } from './small-crawl.ts';

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

/** What a crawl left: everything that must be the same however often it crashed. */
async function crawled(keep: boolean, at: number, side: 'before' | 'after') {
  const plan = new CrashPlan();
  const through = (ports: Ports): Ports => ({
    ...ports,
    ...Object.fromEntries(stores.map((name) => [name, crashingPort<object>(ports[name], plan)])),
  });
  const crawl = await smallCrawl(web, {
    seeds: ['http://a.example/'],
    through,
    settings: { documents: { keep }, budgets: { pendingPerHost: 100, newHosts: 1 } },
  });
  try {
    plan.arm(at, side);
    await crawl.run().catch(() => undefined);
    const crashed = await plan.disarm();
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

describe('a process that dies at any await', () => {
  it.each([
    ['when raw documents are kept', true],
    ['when they are not', false],
  ])('leaves nothing that the next one does not finish, %s', async (_, keep) => {
    let steps = 0;
    for (let crashed = true; crashed; steps += 1) {
      for (const side of ['before', 'after'] as const) {
        const left = await crawled(keep, steps, side);
        crashed = left.crashed;
        expect(left, `crashed ${side} step ${steps}`).toEqual({
          crashed,
          records: ['four', 'home', 'three', 'two'],
          outcomes: ['duplicate', 'stored', 'stored', 'stored', 'stored'],
          headless: [],
        });
      }
    }
    expect(steps).toBeGreaterThan(60);
  });
});
