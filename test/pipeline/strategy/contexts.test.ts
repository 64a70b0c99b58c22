import { hash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { parts } from '../../../lib/capabilities/parts.ts';
import { strategyOf } from '../../../lib/domain/strategy/strategy-settings.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { openStrategy } from '../../../lib/pipeline/strategy/strategy-part.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { testSettings } from '../../support/settings.ts';
import { tunnelSite } from '../../support/tunnel-web/tunnel-site.ts';
import { jobName, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';
import { pageWith, pathsOf, siteOf, stagedSettings } from './staged-crawl.ts';

const root = 'https://fruit.test';
const open: SmallCrawl[] = [];
afterEach(() => {
  for (const crawl of open.splice(0)) crawl.close();
});

async function crawlOf(...args: Parameters<typeof smallCrawl>): Promise<SmallCrawl> {
  const crawl = await smallCrawl(...args);
  open.push(crawl);
  return crawl;
}

/** A site with a landing page that leads to so many others, of which each tenth speaks of apples. */
function wideSite(size: number): Web {
  const links = Array.from({ length: size }, (_, at): [string, string] => [
    at % 10 === 0 ? `apple ${at}` : `other ${at}`,
    `/p${at}`,
  ]);
  return {
    [`${root}/`]: pageWith('home', { main: links }),
    ...Object.fromEntries(links.map(([text, path]) => [`${root}${path}`, pageWith(`${text} ${path}`, {})])),
  };
}

const applesFirst = {
  layers: [
    {
      layers: ['apples', 'rest'],
      unassigned: 'deepest' as const,
      rules: [{ name: 'an apple', when: { anchor: ['apple'] }, layer: 'apples' }],
    },
  ],
};

describe('the context of a site', () => {
  it('brings what was spilled back in the order of its passive rules', async () => {
    const crawl = await crawlOf(wideSite(900), {
      seeds: [`${root}/`],
      settings: stagedSettings(applesFirst),
    });
    await crawl.run();
    const paths = pathsOf(crawl);
    expect(paths).toHaveLength(901);
    const apples = paths.slice(1, 91).map((path) => Number(path.slice(2)) % 10);
    expect(apples.every((one) => one === 0)).toBe(true);
  });

  it('stays within its bounds', async () => {
    const crawl = await crawlOf(wideSite(900), {
      seeds: [`${root}/`],
      settings: stagedSettings(applesFirst),
    });
    await crawl.tick();
    const { context } = await siteOf(crawl, 'fruit.test');
    expect(context?.targets.size).toBeLessThanOrEqual(130);
    const body = await crawl.ports.hosts.body({ job: jobName, host: 'fruit.test' as HostName });
    expect(body?.bytes.length).toBeLessThan(16_000);
  });

  it('finishes under the strategy that it began with', async () => {
    const settings = stagedSettings({ name: 'old', ...applesFirst, objectives: { of: 'site', targets: 8 } });
    const crawl = await crawlOf(wideSite(40), { seeds: [`${root}/`], settings });
    await crawl.tick();
    const next = strategyOf({
      stages: [{ name: 'new', preset: 'breadth-first', load: 1, objectives: { of: 'site', targets: 3 } }],
    });
    await ensureJob(crawl.ports, { ...testSettings(jobName), ...settings, strategy: next });
    await crawl.run();
    const { ended } = await siteOf(crawl, 'fruit.test');
    expect(ended.map(({ stage, why }) => [stage, why])).toEqual([
      ['old', '8 targets tried, of 8'],
      ['new', '3 targets tried, of 3'],
    ]);
    expect(pathsOf(crawl)).toHaveLength(11);
  });

  it('ends at the next turn when its strategy was changed and nothing would have ended it', async () => {
    const settings = stagedSettings({ name: 'old', ...applesFirst });
    const crawl = await crawlOf(wideSite(40), { seeds: [`${root}/`], settings });
    await crawl.tick();
    const next = strategyOf({
      stages: [{ name: 'new', preset: 'breadth-first', load: 1, objectives: { of: 'site', targets: 3 } }],
    });
    await ensureJob(crawl.ports, { ...testSettings(jobName), ...settings, strategy: next });
    await crawl.run();
    const { ended } = await siteOf(crawl, 'fruit.test');
    expect(ended[0]?.why).toContain('the strategy was changed');
    expect(ended.map(({ stage }) => stage)).toEqual(['old', 'new']);
  });

  it('knows what a plug-in says of a target by a field of the page', async () => {
    const settings = stagedSettings({
      ranking: [{ rules: [{ name: 'plug-in', when: { field: { name: 'worth', min: 0.5 } }, score: 1 }] }],
    });
    const web = {
      [`${root}/`]: {
        body: `<title>home</title><p class="worth">${root}/b 0.9</p><a href="/a">a</a> <a href="/b">b</a>`,
      },
      [`${root}/a`]: pageWith('a', {}),
      [`${root}/b`]: pageWith('b', {}),
    };
    const extract = [{ field: 'worth', selector: '.worth', type: 'string', many: true }] as const;
    const crawl = await crawlOf(web, { seeds: [`${root}/`], settings: { ...settings, extract } });
    await crawl.run();
    expect(pathsOf(crawl)).toEqual(['/', '/b', '/a']);
  });
});

describe('a job without a strategy', () => {
  /** Bodies of a crawl, and what it asked its ports for. */
  async function crawled(usualParts: typeof parts) {
    const asked: string[] = [];
    const noting = <T extends object>(name: string, port: T): T =>
      new Proxy(port, {
        get(target, method) {
          const value: unknown = Reflect.get(target, method, target);
          if (typeof value !== 'function') return value;
          return (...args: unknown[]) => {
            asked.push(`${name}.${String(method)}`);
            return Reflect.apply(value, target, args) as unknown;
          };
        },
      });
    let ids = 0;
    const through = (ports: Ports): Ports => ({
      ...ports,
      entropy: { ...ports.entropy, id: () => (ids++).toString(16).padStart(32, '0') },
      jobs: noting('jobs', ports.jobs),
      hosts: noting('hosts', ports.hosts),
    });
    const site = tunnelSite(8);
    const web: Web = Object.fromEntries([...site.pages].map(([url, body]) => [url, { body }]));
    const crawl = await crawlOf(web, { seeds: [`${site.root}/`], usualParts, through });
    await crawl.run();
    const body = await crawl.ports.hosts.body({ job: jobName, host: new URL(site.root).host as HostName });
    const bytes = Buffer.from(body?.bytes ?? []);
    // The head; behind it stands the outbox, with ids that are random.
    const head = bytes.subarray(0, 5 + bytes.readUInt32BE(1));
    return { asked, head: hash('sha256', head), pages: pathsOf(crawl) };
  }

  it('stores the same bytes of its hosts and asks for the same as if there were no strategies', async () => {
    const without = parts.filter((one) => one !== openStrategy);
    expect(without).toHaveLength(parts.length - 1);
    expect(await crawled(parts)).toEqual(await crawled(without));
  });
});
