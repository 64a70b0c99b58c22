import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { openBody } from '../../../lib/domain/frontier/body.ts';
import { heldCount, pendingCount, visitedCount } from '../../../lib/domain/frontier/counters.ts';
import { siteStrategyOf } from '../../../lib/domain/strategy/host-state.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import type { FetchRequest } from '../../../lib/ports/web.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, key, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';
import { pageWith, pathsOf, stagedSettings } from './staged-crawl.ts';

const root = 'https://fruit.test';
const dayMs = 86_400_000;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
let crawl: SmallCrawl;
afterEach(() => crawl.close());

async function bodyOf(host: string) {
  const stored = await crawl.ports.hosts.body(key(host));
  return openBody(stored?.bytes, { host: host as HostName, fingerprintKey: jobName });
}

/** Ranks what says `good` before all that does not. */
const goodFirst = {
  ranking: [{ rules: [{ name: 'good', when: { url: ['good'] }, score: 1 }] }],
};

describe('a strategy on a farm', () => {
  it('ends on a domain that makes hosts up: those without a try wait, with all that was found of them', async () => {
    let made = 0;
    const same = 'welcome to a place where the same few words greet whoever comes by day or by night';
    const serve = ({ url }: FetchRequest) => {
      if (new URL(url).pathname !== '/') return { status: 404, body: 'none' };
      const others = numbers(8).map(() => `http://made${++made}up.farm.example/`);
      return { body: `<p>${same}</p>${others.map((to) => `<a href="${to}">link</a>`).join(' ')}` };
    };
    const web = new Proxy({} as Web, { get: () => serve });
    const settings = stagedSettings({ name: 'all', preset: 'layered' });
    crawl = await smallCrawl(web, { seeds: ['http://farm.example/'], settings });
    await crawl.run(dayMs);
    expect(pathsOf(crawl).length).toBeLessThanOrEqual(30);
    const { waiting } = await summarise(crawl.ports, jobName);
    expect(waiting.domains).toEqual([{ domain: 'farm.example', hosts: waiting.hosts }]);
    const { hosts } = await crawl.ports.hosts.hosts(jobName, 100_000);
    const opened = new Set(crawl.requests.map(({ url }) => new URL(url).host));
    expect(waiting.hosts).toBeGreaterThan(opened.size);
    expect(hosts).toHaveLength(opened.size + waiting.hosts);
    for (const { host, control } of hosts) {
      if (opened.has(host)) continue;
      expect(control.waits).toBeDefined();
      const stored = await crawl.ports.hosts.body(key(host));
      const kept = stored === undefined ? 0 : pendingCount(await bodyOf(host));
      expect(kept + (await crawl.ports.hosts.inbox(key(host), 1)).length).toBeGreaterThan(0);
      // Nothing was loaded of it, so nothing is counted for a stage.
      expect(siteStrategyOf(await bodyOf(host)).context?.metrics.targets ?? 0).toBe(0);
    }
  });

  it('ends on a site whose regions bring nothing: their URLs are held, are no active targets, and are not lost', async () => {
    const good = numbers(40).map((n) => `/good/${n}`);
    const bad = numbers(320).map((n) => `/bad/${n}`);
    const web: Web = { [`${root}/`]: page('home', ...good, ...bad) };
    for (const path of good) web[`${root}${path}`] = page(path);
    for (const path of bad) web[`${root}${path}`] = { status: 404 };
    const settings = { ...stagedSettings(goodFirst), yield: testSettings(jobName).yield };
    crawl = await smallCrawl(web, { seeds: [`${root}/`], settings });
    await crawl.run(dayMs);
    const body = await bodyOf('fruit.test');
    expect(
      pathsOf(crawl)
        .slice(1, 41)
        .every((path) => path.startsWith('/good/')),
    ).toBe(true);
    expect(heldCount(body)).toBeGreaterThan(0);
    expect(visitedCount(body) + pendingCount(body)).toBe(1 + good.length + bad.length);
    const { context } = siteStrategyOf(body);
    expect(context?.targets.size).toBeLessThanOrEqual(pendingCount(body));
    expect(context?.metrics.targets).toBe(visitedCount(body));
    expect(await crawl.run(0)).toEqual([]);
  });
});

describe('what a person asks for', () => {
  it('comes before all that the strategy draws, even where a control rule keeps it back', async () => {
    const links = numbers(6).map((n): [string, string] => [`good ${n}`, `/good/${n}`]);
    const web: Web = {
      [`${root}/`]: pageWith('home', { main: [...links, ['bad', '/bad']] }),
      ...Object.fromEntries(links.map(([text, path]) => [`${root}${path}`, pageWith(text, {})])),
      [`${root}/bad`]: pageWith('bad', {}),
    };
    const settings = {
      ...stagedSettings({
        ...goodFirst,
        load: 3,
        control: [{ rules: [{ name: 'no bad', when: { url: ['bad'] }, act: 'back' as const }] }],
      }),
      turn: { ...testSettings(jobName).turn, maxPages: 2 },
    };
    crawl = await smallCrawl(web, { seeds: [`${root}/`], settings });
    await crawl.tick();
    await crawl.tick();
    const before = pathsOf(crawl).length;
    expect(before).toBeLessThan(7);
    const visit = `${root}/bad` as CanonicalUrl;
    await deliver(crawl.ports, key('fruit.test'), { id: 'fetch-1', message: { candidates: [], visit } });
    await crawl.tick();
    expect(pathsOf(crawl)[before]).toBe('/bad');
    await crawl.run();
    expect(pathsOf(crawl)).toHaveLength(8);
  });
});
