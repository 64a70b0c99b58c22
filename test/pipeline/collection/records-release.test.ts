import { afterEach, describe, expect, it } from 'vitest';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { listOf } from '../../../lib/rules/scope/scope-list.ts';
import { CrashPlan, crashingPort } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { jobName, page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const site = 'https://a.example/';
const twin = 'https://b.example/';
const owls = page('owls and more owls');
const settings: Partial<JobSettings> = { topic: termTopic('40: owl=B.OWL\n40: owls=B.OWL\n') };
const day = 86_400_000;

/** How a page comes to be no part of the collection any more, and what its tombstone says. */
const ends: readonly {
  readonly what: string;
  readonly cause: string;
  readonly web?: Web;
  readonly settings?: () => Partial<JobSettings>;
}[] = [
  { what: 'is gone', cause: 'gone', web: { [site]: { status: 410 } } },
  {
    what: 'is denied by robots.txt',
    cause: 'denied',
    web: { [`${site}robots.txt`]: { body: 'User-agent: *\nDisallow: /' } },
  },
  {
    what: 'says noindex',
    cause: 'denied',
    web: { [site]: { ...owls, headers: { 'x-robots-tag': 'noindex' } } },
  },
  {
    what: 'says noindex in its head',
    cause: 'denied',
    web: { [site]: { body: `<meta name="robots" content="noindex">${owls.body}` } },
  },
  {
    what: 'redirects',
    cause: 'redirected',
    web: { [site]: { status: 301, headers: { location: '/new' } }, [`${site}new`]: { status: 404 } },
  },
  { what: 'is off topic', cause: 'off-topic', web: { [site]: page('steam engines') } },
  {
    what: 'has become something that cannot be read',
    cause: 'unsupported',
    web: { [site]: { body: 'x', headers: { 'content-type': 'video/mp4' } } },
  },
  {
    what: 'is out of scope by new settings',
    cause: 'denied',
    settings: () => ({ deny: listOf(['a.example'], 'installation.yaml:1') }),
  },
];

async function crawled(web: Web, seeds: readonly string[], through?: (ports: Ports) => Ports): Promise<void> {
  crawl = await smallCrawl(web, { seeds, settings, ...(through ? { through } : {}) });
  await crawl.run();
}

/** Everything is visited again, now that it is otherwise. */
async function endedBy({ web = {}, settings: next }: (typeof ends)[number]): Promise<void> {
  Object.assign(crawl.web, web);
  if (next !== undefined) await ensureJob(crawl.ports, { ...testSettings(jobName), ...settings, ...next() });
  // A robots.txt that was read is believed for a day at most here.
  await crawl.stores.clock.advance(5 * day);
  await reharvest(crawl);
}

const titles = async () => (await crawl.ports.records.records(jobName, 10)).records.map(({ title }) => title);
const deleted = async () => (await crawl.changes()).filter(({ change }) => change === 'deleted');

async function findings(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { code, subject } of sanity(crawl.ports, await crawl.job()))
    found.push(`${code} ${subject}`);
  return found;
}

describe('a page that, on a revisit,', () => {
  it.each(ends)('$what leaves the collection with a tombstone that names the cause', async (end) => {
    await crawled({ [site]: owls }, [site]);
    expect(await titles()).toEqual(['owls and more owls']);
    await endedBy(end);
    await crawl.run();
    expect(await titles()).toEqual([]);
    expect((await deleted()).map(({ url, cause }) => [url, cause])).toEqual([[site, end.cause]]);
    expect(await findings()).toEqual([]);
  });

  it.each(ends)('$what leaves its record to another URL that leads there', async (end) => {
    await crawled({ [site]: owls, [twin]: owls }, [site, twin]);
    await endedBy(end);
    await crawl.run();
    expect(await titles()).toEqual(['owls and more owls']);
    expect(await deleted()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  it.each(ends)('$what comes back when it is what it was', async (end) => {
    await crawled({ [site]: owls }, [site]);
    await endedBy(end);
    await crawl.run();
    await endedBy({
      ...end,
      web: { [site]: owls, [`${site}robots.txt`]: { status: 404 } },
      settings: () => ({}),
    });
    await crawl.run();
    expect(await titles()).toEqual(['owls and more owls']);
    expect((await crawl.changes()).map(({ change }) => change)).toEqual(['created', 'deleted', 'created']);
    expect(await findings()).toEqual([]);
  });
});

describe('a site that is down', () => {
  const isDown = { status: 503 };

  it('for half a day keeps its pages, which are visited again when it is back', async () => {
    await crawled({ [site]: owls }, [site]);
    await endedBy({ what: 'is down', cause: 'failed', web: { [site]: isDown } });
    await crawl.run(day / 2);
    expect(await titles()).toEqual(['owls and more owls']);
    crawl.web[site] = owls;
    await crawl.run(2 * day);
    expect(await crawl.outcome(site)).toBe('unchanged');
    expect(await deleted()).toEqual([]);
  });

  it('for a week loses them', async () => {
    await crawled({ [site]: owls }, [site]);
    await endedBy({ what: 'is down', cause: 'failed', web: { [site]: isDown } });
    await crawl.run(7 * day);
    expect(await titles()).toEqual([]);
    expect((await deleted()).map(({ url, cause }) => [url, cause])).toEqual([[site, 'failed']]);
  });
});

const stores = [
  'hosts',
  'due',
  'gates',
  'tickets',
  'records',
  'documents',
  'changes',
  'staged',
  'links',
] as const;
const isFull = process.env.WINNOW_TEST_FULL === '1';

describe('a worker that dies at any await of the revisit', () => {
  it.each(isFull ? ends : ends.slice(0, 1))(
    'of a page that $what gives up its record all the same',
    async (end) => {
      for (let step = 0, crashed = true; crashed; step += isFull ? 1 : 3) {
        for (const side of ['before', 'after'] as const) {
          const plan = new CrashPlan();
          const through = (ports: Ports): Ports => ({
            ...ports,
            ...Object.fromEntries(stores.map((name) => [name, crashingPort<object>(ports[name], plan)])),
          });
          await crawled({ [site]: owls }, [site], through);
          await endedBy(end);
          plan.arm(step, side);
          await crawl.run().catch(() => undefined);
          crashed = await plan.disarm();
          await crawl.tick();
          await crawl.run(day);
          const at = `crashed ${side} step ${step}`;
          expect(await titles(), at).toEqual([]);
          expect(await findings(), at).toEqual([]);
          crawl.close();
        }
      }
      crawl = await smallCrawl({}, { seeds: [] });
    },
  );
});
