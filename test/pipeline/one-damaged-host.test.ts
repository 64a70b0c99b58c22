import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../lib/base/error.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { countRules } from '../../lib/capabilities/examples/operations/rules.ts';
import { noExamples } from '../../lib/capabilities/examples/read-examples.ts';
import { readLists } from '../../lib/capabilities/examples/read-lists.ts';
import { seedMatches } from '../../lib/capabilities/examples/rule-seeds.ts';
import { directoryOf } from '../../lib/capabilities/graph/read-directory.ts';
import { lists } from '../../lib/capabilities/lists.ts';
import { tellRanks } from '../../lib/capabilities/ranks/tell-ranks.ts';
import { reanalysis, tellToReanalyse } from '../../lib/capabilities/reanalyse/reanalyse.ts';
import { judgeHosts } from '../../lib/capabilities/reclassify/judge-hosts.ts';
import { judgeMessage } from '../../lib/capabilities/reclassify/reclassify.ts';
import { difference } from '../../lib/capabilities/reclassify/reclassify-difference.ts';
import { loadPages } from '../../lib/capabilities/replay/load-graph.ts';
import { orderMessage } from '../../lib/domain/inbox/order.ts';
import { judgeOrder } from '../../lib/domain/orders/judge-order.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import { timing } from '../../lib/domain/settings/timing.ts';
import { respellJob } from '../../lib/pipeline/control/respell-job.ts';
import { deliver } from '../../lib/pipeline/frontier/deliver.ts';
import { askAgain } from '../../lib/pipeline/job/open-job.ts';
import { recycle } from '../../lib/pipeline/recycle/recycle.ts';
import { openReporter } from '../../lib/pipeline/report/report.ts';
import type { Job } from '../../lib/ports/jobs.ts';
import type { Ports } from '../../lib/ports/ports.ts';
import { override } from '../model/override.ts';
import { testSettings } from '../support/settings.ts';
import { jobName, key, page, smallCrawl, type Web } from './small-crawl.ts';

const seeds = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
const web: Web = Object.fromEntries(seeds.map((url) => [url, page(`at ${url}`, ...seeds)]));
const settings = testSettings(jobName);
const rule = { side: 'in', kind: 'host', text: 'example', addedAt: 0 } as const;

/** A crawl of three pages that is over, whose first host is damaged. */
async function crawled() {
  const crawl = await smallCrawl({ ...web }, { seeds });
  await crawl.run(20_000_000);
  const stored = await crawl.ports.hosts.body(key('a.example'));
  if (stored === undefined) throw new Error('a host without a body');
  const { turn, bytes } = stored;
  await crawl.ports.hosts.putBody(key('a.example'), turn, { turn, bytes: bytes.slice(0, -8) });
  return crawl;
}

type Question = (ports: Ports, job: Job, settings: JobSettings) => Promise<unknown>;

describe('a host whose stored state is damaged', () => {
  it.each<readonly [string, Question, unknown]>([
    ['the counts of rules', (ports, job) => countRules(ports, job, noExamples, [rule]), { known: 2 }],
    [
      'the lists of a round',
      (ports, job, own) => readLists(ports, job, own, noExamples, { most: 5 }),
      { job: jobName },
    ],
    [
      'seeds by rules',
      (ports, job) => seedMatches(ports, job, { ...noExamples, rules: [rule] }),
      { joined: 0 },
    ],
    ['what judging again would change', (ports, job) => difference(ports, job, {}), {}],
    ['what analysing again would change', (ports, job) => reanalysis(ports, job), { pages: 2 }],
    ['orders to analyse again', (ports, job) => tellToReanalyse(ports, job), { hosts: 2, pages: 2 }],
    [
      'what respelling would change',
      (ports, job, own) => respellJob(ports, job, own, { dryRun: true, request: 'r' }),
      { urls: 0 },
    ],
    [
      'the pages of a replay',
      (ports, job, own) => loadPages(ports, job, own, { most: 10 }),
      { pages: { length: 2 } },
    ],
    ['the report', (ports, job) => openReporter(ports).make(job), { job: jobName }],
    ['the directory', (ports, job) => directoryOf(ports, job, { top: 5 } as never), { job: jobName }],
  ])('leaves %s to the other hosts', async (_, ask, told) => {
    const crawl = await crawled();
    expect(await ask(crawl.ports, await crawl.job(), settings)).toMatchObject(told as object);
    crawl.close();
  });

  it('leaves the judging of pages to the other hosts', async () => {
    const crawl = await crawled();
    for (const host of ['a.example', 'b.example'])
      await deliver(crawl.ports, key(host), {
        id: `${judgeMessage}1-0`,
        message: orderMessage(judgeOrder, { urls: [`https://${host}/` as CanonicalUrl] }),
      });
    const judged: string[] = [];
    const left = await judgeHosts(crawl.ports, await crawl.job(), {
      timing: timing(60_000),
      lists,
      onTurn: ({ host }) => void judged.push(host),
    });
    expect({ left, judged }).toEqual({ left: 1, judged: ['b.example'] });
    crawl.close();
  });
});

describe('a host whose inbox cannot be written', () => {
  const throttled = new WinnowError('unavailable', 'dynamodb:PutItem: throttled');
  /** Ports on which nothing can be delivered to the first host. */
  function throttling(ports: Ports): Ports {
    const hosts = override(ports.hosts, {
      async putInbox(to, item) {
        if (to.host === 'a.example') throw throttled;
        await ports.hosts.putInbox(to, item);
      },
    });
    return { ...ports, hosts };
  }

  it('leaves their ranks to the other hosts', async () => {
    const crawl = await smallCrawl({ ...web }, { seeds });
    await crawl.run(20_000_000);
    expect(await tellRanks(throttling(crawl.ports), await crawl.job(), {})).toEqual({ hosts: 2, pages: 2 });
    crawl.close();
  });

  it('does not hold back a second pass over the links for good', async () => {
    const budgets = { ...settings.budgets, pagesPerHost: 1 };
    const crawl = await smallCrawl(
      Object.fromEntries(seeds.map((url) => [url, page(`at ${url}`, '/1', '/2')])),
      { seeds, settings: { budgets } },
    );
    await crawl.run(20_000_000);
    const job = await askAgain(crawl.ports, jobName, { overBudgetOnly: true });
    const failures: unknown[] = [];
    for (let round = 0; round < 8; round += 1)
      await recycle(throttling(crawl.ports), (await crawl.job()) ?? job, {
        endBy: Number.POSITIVE_INFINITY,
        onFailure: (error) => void failures.push(error),
      });
    expect(failures.length).toBeGreaterThan(0);
    expect((await crawl.job()).again).toBeUndefined();
    expect((await crawl.ports.hosts.inbox(key('b.example'), 5)).length).toBeGreaterThan(0);
    crawl.close();
  });
});
