import { describe, expect, it } from 'vitest';
import { strategyVersion } from '../../../lib/domain/strategy/strategy-version.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { addLoads, countStages, timeStages } from '../../../lib/pipeline/strategy/job-stages.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { CrashPlan, crashingPort } from '../../support/crash.ts';
import { jobName, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';
import { stagedSettings } from './staged-crawl.ts';

const own = stagedSettings({ name: 'only', objectives: { of: 'job', pages: 10 } });
const strategy = own.strategy as NonNullable<typeof own.strategy>;
const settings = { name: jobName, strategy };

/** Counts a turn with so many pages, and looks at the sums. */
async function count(ports: Ports, pages: number): Promise<string | undefined> {
  const load = { version: strategyVersion(strategy), stage: 0, pages, relevant: pages, targets: pages };
  const mark = `m${ports.entropy.id().replace(/\W|_/g, '')}`;
  await addLoads(ports, jobName, { loads: [load], mark });
  return await countStages(ports, settings, [{ stageMark: mark }]);
}

async function opened(): Promise<SmallCrawl> {
  return await smallCrawl(
    { 'https://a.example/': page('a') },
    { seeds: ['https://a.example/'], settings: own },
  );
}

async function carryOn({ ports }: SmallCrawl): Promise<void> {
  const head = { requestId: ports.entropy.id(), by: 'ann', reason: 'more', dryRun: false };
  await runCommand(ports, { ...head, command: 'continue', job: jobName });
}

describe('a job whose last stage is over', () => {
  it('stops at whichever step the process dies that stops it, and is counted from then on', async () => {
    for (let step = 0, crashed = true; crashed; step += 1) {
      for (const side of ['before', 'after'] as const) {
        const crawl = await opened();
        const plan = new CrashPlan();
        const dying: Ports = {
          ...crawl.ports,
          jobs: crashingPort(crawl.ports.jobs, plan),
          commands: crashingPort(crawl.ports.commands, plan),
        };
        plan.arm(step, side);
        await count(dying, 10).catch(() => undefined);
        crashed = await plan.disarm();
        // Here nobody publishes the turn again.
        const isCounted = Object.values(await crawl.ports.jobs.tally(jobName, 'strategy', {})).length > 0;
        for (let turn = 0; turn < (isCounted ? 1 : 10); turn += 1) await count(crawl.ports, 1);
        expect((await crawl.job()).state, `${side} step ${step}`).toBe('paused');
        await carryOn(crawl);
        for (let turn = 0; turn < 8; turn += 1) await count(crawl.ports, 1);
        expect((await crawl.job()).state).toBe('open');
        for (let turn = 0; turn < 2; turn += 1) await count(crawl.ports, 1);
        expect((await crawl.job()).state).toBe('paused');
        crawl.close();
      }
    }
  });

  it('stays open once somebody has opened it, however often it is looked at', async () => {
    const crawl = await opened();
    expect(await count(crawl.ports, 10)).toContain('the last stage, only, is over');
    // Turns that were running when it stopped.
    expect(await count(crawl.ports, 1)).toBeUndefined();
    await carryOn(crawl);
    expect(await timeStages(crawl.ports, settings)).toBeUndefined();
    expect(await count(crawl.ports, 1)).toBeUndefined();
    expect((await crawl.job()).state).toBe('open');
    const { commands } = await crawl.ports.commands.commands(10);
    expect(commands.filter(({ command }) => command.command === 'pause')).toHaveLength(1);
    crawl.close();
  });
});
