import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { why } from '../../../lib/capabilities/why.ts';
import type { Budgets } from '../../../lib/domain/frontier/budgets/budgets.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { commandsUnderWay } from '../../../lib/pipeline/control/look.ts';
import { runLogged } from '../../../lib/pipeline/control/run-logged.ts';
import { askAgain, ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { recycle } from '../../../lib/pipeline/recycle/recycle.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, key, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const paths = Array.from({ length: 20 }, (_, i) => `/${i}`);

/** A home page that links to twenty pages of its host, and to the home page of `next`. */
function site(host: string, ...next: readonly string[]): Web {
  return {
    [`http://${host}/`]: page(`home${host.replaceAll('.', '')}`, ...paths, ...next),
    ...Object.fromEntries(paths.map((path) => [`http://${host}${path}`, page(`${host} ${path}`, '/')])),
  };
}

function withBudgets(budgets: Partial<Budgets>): Partial<JobSettings> {
  return { budgets: { ...testSettings(jobName).budgets, ...budgets } };
}

async function crawled(web: Web, budgets: Partial<Budgets>): Promise<SmallCrawl> {
  const crawl = await smallCrawl(web, { seeds: ['http://a.example/'], settings: withBudgets(budgets) });
  await crawl.run();
  return crawl;
}

function pages({ requests }: SmallCrawl): number {
  return requests.filter(({ url }) => !url.endsWith('/robots.txt')).length;
}

/** Gives the crawl other budgets, as somebody who edits job.yaml does, and goes on. */
async function raised(crawl: SmallCrawl, budgets: Partial<Budgets>): Promise<void> {
  await ensureJob(crawl.ports, { ...testSettings(jobName), ...withBudgets(budgets) });
  await crawl.tick();
  await crawl.run();
}

async function counters(crawl: SmallCrawl, host = 'a.example') {
  return (await crawl.ports.hosts.control(key(host)))?.counters;
}

describe('a budget of a host', () => {
  it.each([
    ['pages', { pagesPerHost: 5 }, 5],
    ['bytes', { bytesPerHost: 1_000 }, 2],
    ['pending URLs', { pendingPerHost: 3 }, 4],
    ['depth', { depthPerHost: 0 }, 1],
  ])('of %s holds, is counted, and gives everything back when it is raised', async (_, budgets, allowed) => {
    const crawl = await crawled(site('a.example'), budgets);
    expect(pages(crawl)).toBeGreaterThanOrEqual(allowed);
    expect(pages(crawl)).toBeLessThan(20);
    const { overBudget } = (await counters(crawl)) ?? {};
    expect(overBudget?.by).toBe(Object.keys(budgets)[0]);
    expect((overBudget?.cut ?? 0) + (overBudget?.held ?? 0)).toBeGreaterThan(0);
    await raised(crawl, {});
    expect(pages(crawl)).toBe(21);
    expect((await counters(crawl))?.overBudget).toMatchObject({ cut: 0, held: 0 });
    expect((await crawl.job()).again).toBeUndefined();
    crawl.close();
  });

  it('is exact, and leaves what was taken in where it is', async () => {
    const crawl = await crawled(site('a.example'), { pagesPerHost: 5 });
    expect(pages(crawl)).toBe(5);
    expect(await counters(crawl)).toMatchObject({ pending: 16, overBudget: { held: 16 } });
    expect((await summarise(crawl.ports, jobName)).overBudget).toMatchObject({ hosts: 1, held: 16 });
    await raised(crawl, { pagesPerHost: 12 });
    expect(pages(crawl)).toBe(12);
    crawl.close();
  });

  it('does not keep seeds out', async () => {
    const crawl = await smallCrawl(site('a.example'), {
      seeds: paths.map((path) => `http://a.example${path}`),
      settings: withBudgets({ pendingPerHost: 1, depthPerHost: 0 }),
    });
    await crawl.run();
    expect(pages(crawl)).toBe(20);
    crawl.close();
  });

  it('does not wake hosts from which nothing was kept, and reads the log in slices', async () => {
    const web = { ...site('a.example', 'http://b.example/'), ...site('b.example') };
    const crawl = await crawled(web, { pagesPerHost: 4 });
    const [a, b] = [await counters(crawl), await counters(crawl, 'b.example')];
    expect([a?.visited, b?.visited]).toEqual([4, 4]);
    const { overrides } = {
      overrides: [
        {
          match: { host: 'b.example' },
          label: 'host b.example',
          settings: { budgets: { pagesPerHost: 1_000 } },
          origins: {},
        },
      ],
    };
    await ensureJob(crawl.ports, {
      ...testSettings(jobName),
      ...withBudgets({ pagesPerHost: 4 }),
      overrides,
    });
    // A recycler without any time does nothing, and loses nothing.
    await recycle(crawl.ports, await crawl.job(), { endBy: 0 });
    expect((await crawl.job()).again?.told).toBeUndefined();
    await crawl.tick();
    await crawl.run();
    expect((await counters(crawl, 'b.example'))?.visited).toBe(21);
    expect((await counters(crawl))?.visited).toBe(4);
    crawl.close();
  });

  it('is named by why, for what waits and for what was not taken in', async () => {
    const crawl = await crawled(site('a.example'), { pagesPerHost: 2, pendingPerHost: 10 });
    const job = await crawl.job();
    const details: string[] = [];
    for (const path of paths) {
      const { lines } = await why(crawl.ports, job, `http://a.example${path}` as CanonicalUrl);
      details.push(...lines.filter(({ step }) => step === 'budget').map(({ detail }) => detail));
    }
    expect(
      details.some((detail) => detail.includes('until budgets.pagesPerHost: 2, default is raised')),
    ).toBe(true);
    expect(details.some((detail) => detail.includes('links to the host were not taken in'))).toBe(true);
    crawl.close();
  });
});

describe('a budget of a registered domain', () => {
  const hosts = ['a.example', 'b.a.example', 'c.a.example'];
  const web = Object.assign(
    {},
    ...hosts.map((host, i) => site(host, `http://${hosts[i + 1] ?? host}/`)),
  ) as Web;

  it('holds for all its hosts together, and gives everything back', async () => {
    const crawl = await crawled(web, { pagesPerDomain: 30 });
    expect(pages(crawl)).toBeGreaterThanOrEqual(30);
    expect(pages(crawl)).toBeLessThanOrEqual(35);
    const stored = await crawl.ports.domains.domain({ job: jobName, domain: 'a.example' });
    expect(stored.pages).toBe(pages(crawl));
    await raised(crawl, { pagesPerDomain: 1_000 });
    expect(pages(crawl)).toBe(63);
    crawl.close();
  });

  it('of bytes does, too', async () => {
    const crawl = await crawled(web, { bytesPerDomain: 1_000 });
    expect(pages(crawl)).toBeLessThan(15);
    await raised(crawl, {});
    expect(pages(crawl)).toBe(63);
    crawl.close();
  });
});

describe('recycling again', () => {
  it('changes nothing where all is known', async () => {
    const crawl = await crawled({ ...site('a.example', 'http://b.example/'), ...site('b.example') }, {});
    const before = pages(crawl);
    const records = await crawl.ports.records.records(jobName, 100);
    await askAgain(crawl.ports, jobName);
    await crawl.tick();
    await crawl.run();
    expect(pages(crawl)).toBe(before);
    expect(await crawl.ports.records.records(jobName, 100)).toEqual(records);
    expect((await crawl.job()).again).toBeUndefined();
    crawl.close();
  });

  it('goes on by the schedule where somebody has asked for it, also when new links are held back', async () => {
    const crawl = await smallCrawl(site('a.example'), {
      seeds: ['http://a.example/'],
      settings: { autoRecycleLinks: false },
    });
    await crawl.run();
    expect(pages(crawl)).toBe(1);
    const asked = { command: 'recycle', job: jobName, again: true };
    const asker = { requestId: 'again', by: 'ann', reason: 'all of it' };
    await runLogged(crawl.ports, asker, asked, async (request) => {
      await askAgain(crawl.ports, jobName, { request });
    });
    const { commands } = await commandsUnderWay(crawl.ports);
    expect(commands).toMatchObject([
      { requestId: 'again', state: 'running', running: [{ kind: 'recycle', job: jobName }] },
    ]);
    await crawl.tick();
    await crawl.run();
    expect(pages(crawl)).toBeGreaterThan(1);
    expect((await crawl.job()).again).toBeUndefined();
    expect(await crawl.ports.commands.command('again')).toMatchObject({
      state: 'done',
      ended: { [jobName]: { state: 'done', looked: 1 } },
    });
    crawl.close();
  });

  it('takes up what a wider scope lets in', async () => {
    const narrow = { scope: { ...testSettings(jobName).scope, maxDepth: 0 } };
    const crawl = await smallCrawl(site('a.example'), { seeds: ['http://a.example/'], settings: narrow });
    await crawl.run();
    expect(pages(crawl)).toBe(1);
    await ensureJob(crawl.ports, testSettings(jobName));
    await askAgain(crawl.ports, jobName);
    await crawl.tick();
    await crawl.run();
    expect(pages(crawl)).toBe(21);
    crawl.close();
  });
});
