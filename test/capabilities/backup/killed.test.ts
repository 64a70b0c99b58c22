import { describe, expect, it } from 'vitest';
import { load } from '../../../lib/capabilities/backup/load.ts';
import { jobName } from '../../pipeline/small-crawl.ts';
import { contents, dumped, loadInto } from '../../support/backup/dumped.ts';
import { memoryFolder } from '../../support/backup/memory-folder.ts';
import { firstPage, openCrawls, randomWeb, tickFor, wholeScope } from '../../support/backup/small-crawls.ts';
import { CrashPlan, crashingPort, stride } from '../../support/crash.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const crawlOf = openCrawls();
const stores = [
  ...([
    'jobs',
    'hosts',
    'due',
    'gates',
    'segments',
    'links',
    'graphs',
    'offTopic',
    'staged',
    'backup',
  ] as const),
  ...(['models', 'commands', 'jobEraser', 'documents', 'changes'] as const),
];

function dying(ports: MemoryPorts, plan: CrashPlan): MemoryPorts {
  const crashed = stores.map((name) => [name, crashingPort<object>(ports[name], plan)]);
  return { ...ports, ...Object.fromEntries(crashed) };
}

async function half() {
  const crawl = await crawlOf(randomWeb(11), { seeds: [firstPage] });
  await tickFor(crawl, 3);
  return crawl;
}

describe('a process that is killed', () => {
  it('at any step of a dump leaves one that goes on, and has all in the end', async () => {
    const { stores: from } = await half();
    const all = await contents(await dumped(from, wholeScope));
    let steps = 0;
    for (let at = 0, crashed = true; crashed; at += 2 * stride + 1, steps += 1) {
      const plan = new CrashPlan();
      const folder = memoryFolder();
      const dies = { ...dying(from, plan), clock: from.clock };
      plan.arm(at, at % 2 === 0 ? 'before' : 'after');
      await dumped(dies, wholeScope, { folder, partBytes: 5_000 }).catch(() => undefined);
      crashed = await plan.disarm();
      if (!crashed) break;
      await expect(loadInto(memoryPorts(), folder)).rejects.toThrow(/was cut off|has no dump/);
      await dumped(from, wholeScope, { folder, partBytes: 5_000 });
      expect(await contents(folder)).toEqual(all);
    }
    expect(steps).toBeGreaterThan(5);
  });

  it('at any step of a load leaves a stopped job, and the load goes on', async () => {
    const { stores: from } = await half();
    const folder = await dumped(from, wholeScope, { partBytes: 5_000 });
    const all = await contents(folder);
    const signal = new AbortController().signal;
    let steps = 0;
    for (let at = 0, crashed = true; crashed; at += 2 * stride + 1, steps += 1) {
      const plan = new CrashPlan();
      const there = memoryPorts(from.clock);
      plan.arm(at, at % 2 === 0 ? 'before' : 'after');
      await load(dying(there, plan), folder, { dryRun: false, signal }).catch(() => undefined);
      crashed = await plan.disarm();
      if (crashed) {
        expect((await there.jobs.job(jobName))?.state ?? 'stopped').not.toBe('open');
        const before = await there.jobs.job(jobName);
        if (before?.state !== 'paused') await loadInto(there, folder);
        expect((await there.jobs.job(jobName))?.state).toBe('paused');
        expect(await contents(await dumped(there, wholeScope))).toEqual(all);
      }
      there.close();
    }
    expect(steps).toBeGreaterThan(5);
  });
});
