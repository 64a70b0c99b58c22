import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startWeb, type TestWeb, type WebPage } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

const webs: TestWeb[] = [];
afterAll(() => Promise.all(webs.map((web) => web.close())));

const html = (body: string): WebPage => ({ headers: { 'content-type': 'text/html' }, body });
const unavailable = (seconds: number): WebPage => ({
  status: 503,
  headers: { 'retry-after': String(seconds) },
});

const hosts = Array.from({ length: 20 }, (_, i) => `h${i}.localhost`);
const pagesPerHost = 6;

/** A web in which each host leads to the next; some answer 503 to their first requests for pages. */
async function webOf(refusals: (name: string) => number, retryAfter: number): Promise<TestWeb> {
  const left = new Map(hosts.map((name) => [name, refusals(name)]));
  const web = await startWeb({
    pages: ({ name, path, port }) => {
      if (path === '/robots.txt') return undefined;
      const more = left.get(name) ?? 0;
      if (more > 0) {
        left.set(name, more - 1);
        return unavailable(retryAfter);
      }
      const next = hosts[(hosts.indexOf(name) + 1) % hosts.length];
      const own = Array.from({ length: pagesPerHost - 1 }, (_, i) => `<a href="/${i + 1}">${i}</a>`);
      return html(`<title>${name}${path}</title>${own.join(' ')} <a href="http://${next}:${port}/">next</a>`);
    },
  });
  webs.push(web);
  return web;
}

async function outcomesIn(directory: string, job: string): Promise<Readonly<Record<string, number>>> {
  const data = openData(join(directory, 'data'));
  const outcomes: Record<string, number> = {};
  for (const { outcome } of (await data.collection(job)).values())
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  data.close();
  return outcomes;
}

describe('one crawl', () => {
  it('stores all of a web of 20 hosts, of which three answer 503 for a while', {
    timeout: 120_000,
  }, async () => {
    const failing = new Set(['h3.localhost', 'h9.localhost', 'h17.localhost']);
    const web = await webOf((name) => (failing.has(name) ? 2 : 0), 1);
    const directory = jobDirectory('outage', {
      seeds: [web.url('h0.localhost')],
      politeness: { waitIntervalHost: 0, firstBackoff: 1 },
      crawl: { patience: 30 },
    });
    const { end, status } = await crawlHere(directory);
    expect(end).toBe('done');
    expect(status.pending).toBe(0);
    expect(status.left).toBeUndefined();
    expect(await outcomesIn(directory, 'outage')).toEqual({ stored: hosts.length * pagesPerHost });
    expect(web.log.filter(({ status: answer }) => answer === 503)).toHaveLength(6);
  });

  it('ends when what is left is due later than it waits for, and says what that is and when it is due', async () => {
    const web = await webOf((name) => (name === 'h0.localhost' ? 1_000 : 0), 3_600);
    const directory = jobDirectory('refused', {
      seeds: [web.url('h0.localhost'), web.url('h0.localhost', '/1'), web.url('h0.localhost', '/2')],
      crawl: { patience: 2 },
    });
    const before = Date.now();
    const { end, status, patienceMs } = await crawlHere(directory);
    expect({ end, patienceMs }).toEqual({ end: 'done', patienceMs: 2_000 });
    const [left] = status.left ?? [];
    expect(left).toMatchObject({ why: 'back-off', count: 2, hosts: 1 });
    expect(left?.nextAt).toBe(status.nextDueAt);
    expect(status.nextDueAt).toBeGreaterThanOrEqual(before + 3_600_000);
    expect(status.nextDueAt).toBeLessThan(Date.now() + 3_700_000);
  });
});
