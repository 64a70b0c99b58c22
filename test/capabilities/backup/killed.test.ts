import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../../../lib/capabilities/backup/load.ts';
import { setJobState } from '../../../lib/pipeline/job/open-job.ts';
import type { HostKey } from '../../../lib/ports/hosts.ts';
import { jobName } from '../../pipeline/small-crawl.ts';
import { contents, dumped, loadInto } from '../../support/backup/dumped.ts';
import { memoryFolder } from '../../support/backup/memory-folder.ts';
import {
  collection,
  faults,
  firstPage,
  openCrawls,
  randomWeb,
  tickFor,
  wholeScope,
} from '../../support/backup/small-crawls.ts';
import { HeldClock } from '../../support/clock.ts';
import { CrashPlan, crashingPort, stride } from '../../support/crash.ts';
import { directoryPorts, type MemoryPorts, memoryPorts } from '../../support/stores.ts';

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

  it.each(['replace', 'host', 'missing'] as const)(
    'at any step of a load with --%s leaves what the same load ends, and the crawl goes on to the same collection',
    async (how) => {
      const { stores: from } = await half();
      const folder = await dumped(from, wholeScope, { partBytes: 5_000 });
      const options = { how: how === 'host' ? { host: 'h1.example' } : how };
      const dead = { dryRun: false, signal: new AbortController().signal, ...options };
      let whole: readonly [ReadonlyMap<string, string>, readonly string[]] | undefined;
      const step = how === 'replace' ? 2 * stride + 1 : stride;
      let steps = 0;
      for (let at = -1, crashed = true; crashed; at += step, steps += 1) {
        const plan = new CrashPlan();
        const directory = mkdtempSync(join(tmpdir(), 'winnow-killed-'));
        const there = directoryPorts(directory, new HeldClock(from.clock.now()));
        await loadInto(there, folder);
        await damage(there, how, directory);
        if (at >= 0) plan.arm(at, at % 2 === 0 ? 'before' : 'after');
        await load(dying(there, plan), folder, dead).catch((error: unknown) => {
          if (at < 0) throw error;
        });
        crashed = (await plan.disarm()) || at < 0;
        await loadInto(there, folder, options);
        const again = await crawlOf(randomWeb(11), { stores: there });
        const found = unrevised(await contents(await dumped(there, wholeScope)));
        await again.run();
        whole ??= [found, await collection(again)];
        expect([at, found, await collection(again), await faults(again)]).toEqual([at, ...whole, []]);
      }
      expect(steps).toBeGreaterThan(3);
    },
  );
});

/** A record that is added again counts as revised. */
const unrevised = (found: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...found].map(([key, value]) => [key.replace(/"revision":\d+/, ''), value]));

async function damage(there: MemoryPorts, how: 'replace' | 'host' | 'missing', directory: string) {
  const key = { job: jobName, host: 'h1.example' } as HostKey;
  const turn = (await there.hosts.body(key))?.turn ?? 0;
  if (how === 'host') await there.hosts.putBody(key, turn, { turn: turn + 1, bytes: Buffer.from('damaged') });
  if (how === 'replace') await setJobState(there, jobName, 'stopped', 'a load');
  if (how === 'replace') await there.jobs.count(jobName, 'later', 3);
  if (how !== 'missing') return;
  for (const lost of ['bundles', 'changes']) rmSync(join(directory, lost), { recursive: true });
}
