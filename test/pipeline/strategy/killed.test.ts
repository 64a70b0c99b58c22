import { expect, it } from 'vitest';
import type { Ports } from '../../../lib/ports/ports.ts';
import { CrashPlan, crashingPort } from '../../support/crash.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { topicDefinition, tunnelSite } from '../../support/tunnel-web/tunnel-site.ts';
import { type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';
import { siteOf, stagedSettings } from './staged-crawl.ts';

const kills = process.env.WINNOW_TEST_FULL === '1' ? 20 : 6;
const seed = Number(process.env.WINNOW_KILL_SEED ?? 26);
const stores = [
  'hosts',
  'due',
  'gates',
  'tickets',
  'segments',
  'links',
  'records',
  'changes',
  'jobs',
] as const;
const site = tunnelSite(8);
const host = new URL(site.root).host;
const web: Web = Object.fromEntries([...site.pages].map(([url, body]) => [url, { body }]));
const settings = {
  ...stagedSettings(
    { name: 'look', preset: 'breadth-first', load: 4, objectives: { of: 'site', pages: 20 } },
    { name: 'find', preset: 'layered', load: 4, objectives: { of: 'site', relevant: 12 } },
    { name: 'fill', preset: 'best-score', load: 4, objectives: { of: 'site', targets: 30 } },
  ),
  topic: termTopic(topicDefinition, { followOffTopic: true }),
};

async function crawlThrough(plan: CrashPlan): Promise<SmallCrawl> {
  const through = (ports: Ports): Ports => ({
    ...ports,
    ...Object.fromEntries(stores.map((name) => [name, crashingPort<object>(ports[name], plan)])),
  });
  return await smallCrawl(web, { seeds: [`${site.root}/`], settings, through });
}

/** What must be the same however often the crawl was killed. */
async function resultOf(crawl: SmallCrawl) {
  const { ended, stage, context } = await siteOf(crawl, host);
  const contexts = ended.map((one) => {
    const { iterations, targets, pages, relevant, rules } = one.metrics;
    return { stage: one.stage, why: one.why, iterations, targets, pages, relevant, rules: [...rules] };
  });
  const outcomes = await Promise.all([...site.pages.keys()].map((url) => crawl.outcome(url)));
  return { contexts, stage, isOpen: context !== undefined, outcomes };
}

it(`a job of three stages that is killed ${kills} times comes to the same (seed ${seed})`, async () => {
  const whole = await crawlThrough(new CrashPlan());
  await whole.run();
  const expected = await resultOf(whole);
  whole.close();
  expect(expected.contexts.map(({ stage }) => stage)).toEqual(['look', 'find', 'fill']);

  const random = seededRandom(seed);
  const plan = new CrashPlan();
  const crawl = await crawlThrough(plan);
  let killed = 0;
  while (killed < kills) {
    plan.arm(Math.floor(random() * 45), random() < 0.5 ? 'before' : 'after');
    await crawl.tick().catch(() => undefined);
    if (await plan.disarm()) killed += 1;
    else if ((await siteOf(crawl, host)).ended.length === 3) break;
    // A ticket that was on its way is lost with its process; its time-out finds the host.
    await crawl.stores.clock.advance(20 * 60_000);
  }
  expect(killed).toBe(kills);
  await crawl.run(20_000_000);
  expect(await resultOf(crawl)).toEqual(expected);
  crawl.close();
});
