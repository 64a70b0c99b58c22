import { describe, expect, it } from 'vitest';
import { noSums, type StageSums } from '../../../lib/domain/strategy/job-stage.ts';
import { stageSums } from '../../../lib/pipeline/strategy/job-stages.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { CrashPlan, crashingPort, stride } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, type SmallCrawl, smallCrawl } from '../small-crawl.ts';
import { pageWith, siteOf, stagedSettings } from './staged-crawl.ts';

const hosts = ['a.example', 'b.example'];
const paths = ['/1', '/2', '/3', '/4'];
const web = Object.fromEntries(
  hosts.flatMap((host) => [
    [`https://${host}/`, pageWith('apple', { main: paths.map((path) => [`to ${path}`, path] as const) })],
    ...paths.map((path) => [`https://${host}${path}`, pageWith(`apple ${host} ${path}`, {})] as const),
  ]),
);
const settings = {
  ...stagedSettings({ name: 'all', objectives: { of: 'job', pages: 1_000 } }),
  turn: { ...testSettings(jobName).turn, maxPages: 2 },
};
const stores = ['hosts', 'due', 'tickets', 'records', 'changes', 'jobs'] as const;

async function crawlThrough(plan: CrashPlan): Promise<SmallCrawl> {
  const through = (ports: Ports): Ports => ({
    ...ports,
    ...Object.fromEntries(stores.map((name) => [name, crashingPort<object>(ports[name], plan)])),
  });
  return await smallCrawl(web, { seeds: hosts.map((host) => `https://${host}/`), settings, through });
}

async function countedIn({ ports }: SmallCrawl): Promise<StageSums | undefined> {
  return (await stageSums(ports, jobName, settings.strategy as NonNullable<typeof settings.strategy>)).get(0);
}

/** What the turns that were committed came to: the states of the hosts have it. */
async function committedIn(crawl: SmallCrawl): Promise<StageSums> {
  let sums = noSums;
  for (const host of hosts) {
    const { pages = 0, relevant = 0, targets = 0 } = (await siteOf(crawl, host)).context?.metrics ?? {};
    sums = {
      pages: sums.pages + pages,
      relevant: sums.relevant + relevant,
      targets: sums.targets + targets,
    };
  }
  return sums;
}

describe('the sums of a job in a stage', () => {
  it.each(['before', 'after'] as const)(
    'have each load of a committed turn once, whenever a process dies %s a step',
    async (side) => {
      let steps = 0;
      for (let crashed = true; crashed; steps += stride) {
        const plan = new CrashPlan();
        const crawl = await crawlThrough(plan);
        plan.arm(steps, side);
        await crawl.run().catch(() => undefined);
        crashed = await plan.disarm();
        // A ticket that was on its way is lost with its process; its time-out finds the host.
        await crawl.stores.clock.advance(20 * 60_000);
        await crawl.run(20_000_000);
        const committed = await committedIn(crawl);
        expect(committed.targets).toBe(10);
        expect(await countedIn(crawl), `crashed ${side} step ${steps}`).toEqual(committed);
        crawl.close();
      }
      expect(steps).toBeGreaterThan(40);
    },
  );

  it('keep nothing of turns that are over but their counts', async () => {
    const crawl = await crawlThrough(new CrashPlan());
    await crawl.run();
    expect(Object.values(await crawl.ports.jobs.tally(jobName, 'strategy', {}))).toEqual([10, 10, 10]);
    crawl.close();
  });
});
