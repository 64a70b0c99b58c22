import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { openCostBuffer } from '../../../lib/pipeline/cost/charge.ts';
import { costOf } from '../../../lib/pipeline/cost/cost-of.ts';
import { dispatchUntil } from '../../../lib/pipeline/dispatch/dispatch-until.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { countCost } from '../../../lib/pipeline/supervise/supervise.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

let ports: MemoryPorts;
const name = 'birds';
const settings = (dollarsPerMonth: number) => ({
  ...testSettings(name),
  limits: { pagesPerDay: 100, dollarsPerMonth },
});
beforeEach(async () => {
  ports = memoryPorts();
  await ports.clock.advance(Date.UTC(2026, 10, 20) - ports.clock.now());
  await ensureJob(ports, settings(1));
  await setJobState(ports, name, 'open', '');
});
afterEach(() => ports.close());

const job = async (): Promise<Job> => (await ports.jobs.job(name)) as Job;
/** A dollar is 200,000 PUTs. */
const spend = (dollars: number) => countCost(ports, { puts: dollars * 200_000 });
const minute = () =>
  dispatchUntil(ports, {
    ...{ timing: timing(60_000), maxOutstanding: 10, everyMs: 10_000 },
    until: ports.clock.monotonic(),
  });
const say = (command: 'pause' | 'continue' | 'stop' | 'drain', reason = 'enough') =>
  runCommand(ports, {
    ...{ command, job: name, reason, by: 'ann', dryRun: false },
    requestId: ports.entropy.id(),
  });
const nextMonth = () => ports.clock.advance(Date.UTC(2026, 11) - ports.clock.now());
const log = async () => (await ports.commands.commands(10)).commands;

describe('a month’s budget', () => {
  it('lets the job go on until it is spent, then pauses it and says why, in the log of commands too', async () => {
    expect(await spend(0.6)).toEqual([]);
    expect((await job()).state).toBe('open');
    const [paused] = await spend(0.4);
    const reason =
      'budget: $1.0000 of $1 for 2026-11 are spent; it goes on by itself on 2026-12-01, or when limits.dollarsPerMonth is raised';
    expect(paused).toEqual({ job: name, reason });
    expect(await job()).toMatchObject({ state: 'paused', pause: { reason } });
    expect(await log()).toMatchObject([{ by: 'budget', reason, command: { command: 'pause', job: name } }]);
  });

  it('stays spent until the month is over', async () => {
    await spend(1);
    await minute();
    expect((await job()).state).toBe('paused');
    await ports.clock.advance(Date.UTC(2026, 11) - 1 - ports.clock.now());
    await minute();
    expect((await job()).state).toBe('paused');
    await ports.clock.advance(1);
    await minute();
    expect(await job()).toMatchObject({ state: 'open' });
    expect((await job()).pause).toBeUndefined();
    expect((await log())[0]).toMatchObject({ by: 'budget', command: { command: 'continue' } });
    expect(await spend(0.9)).toEqual([]);
  });

  it('leaves something again when it is raised, and may be spent once more', async () => {
    await spend(1);
    await ensureJob(ports, settings(2));
    await minute();
    expect((await job()).state).toBe('open');
    await spend(1);
    expect((await job()).pause?.reason).toMatch(/^budget: \$2\.0000 of \$2 /);
    expect(await log()).toHaveLength(3);
  });

  it('is spent once, however many workers find out', async () => {
    await Promise.all([spend(0.7), spend(0.7), spend(0.7)]);
    expect((await job()).state).toBe('paused');
    expect(await log()).toHaveLength(1);
  });

  it('opens nothing that people have paused or stopped', async () => {
    await spend(1);
    await say('stop');
    await nextMonth();
    await minute();
    expect((await job()).state).toBe('stopped');
  });

  it.each(['pause', 'drain'] as const)(
    'is somebody’s pause once they say %s, and does not end',
    async (verb) => {
      await spend(1);
      expect((await say(verb)).jobs).toMatchObject([{ before: 'paused', state: 'paused' }]);
      expect((await job()).pause).toMatchObject({ reason: 'enough', by: 'command' });
      await nextMonth();
      await minute();
      expect((await job()).state).toBe('paused');
    },
  );

  it('is not what somebody calls so: their pause does not end by itself', async () => {
    await say('pause', 'budget: too dear');
    await minute();
    expect(await job()).toMatchObject({ state: 'paused', pause: { reason: 'budget: too dear' } });
  });

  it('ends, too, that a version has stored which did not say who had paused', async () => {
    await spend(1);
    const was = await job();
    const { by: _, ...pause } = was.pause as NonNullable<Job['pause']>;
    await ports.jobs.put(was, { ...was, pause });
    await nextMonth();
    await minute();
    expect((await job()).state).toBe('open');
  });

  it('is told by the dispatcher for as long as a job rests for it', async () => {
    expect(await minute()).not.toHaveProperty('outOfBudget');
    await spend(1);
    expect(await minute()).toMatchObject({ outOfBudget: 1 });
    await nextMonth();
    expect(await minute()).not.toHaveProperty('outOfBudget');
  });

  it('pauses again a job that somebody continues although it is spent', async () => {
    await spend(1);
    const { jobs } = await say('continue');
    expect(jobs[0]?.note).toMatch(/its budget for the month is spent/);
    await spend(0.001);
    expect((await job()).pause?.reason).toMatch(/^budget: \$1\.0010 of \$1 /);
  });
});

describe('what a job costs', () => {
  it('adds up by month, and what was kept before counts', async () => {
    await countCost(ports, { puts: 1_000, keptBytes: 1_000_000_000 });
    await ports.clock.advance(30 * 86_400_000);
    await countCost(ports, { puts: 500 });
    const standing = { alarmMetrics: 0, secrets: 0, natGateways: 0, recycleEveryMinutes: 1 };
    const { month, work, kept } = await costOf(ports, await job(), standing);
    expect(month).toBe('2026-12');
    expect(work).toMatchObject([{ name: 'S3 PUT', amount: 500 }]);
    expect(kept).toMatchObject([{ name: 'S3 storage', amount: expect.closeTo(19 / 31, 6) }]);
  });

  it('is reckoned from pages and turns where nothing is billed', async () => {
    const book = openCostBuffer(ports);
    for (let turn = 0; turn < 200; turn += 1) book.add(name, 5, 1);
    expect((await costOf(ports, await job())).pages).toBe(0);
    await book.flush();
    await book.flush();
    const report = await costOf(ports, await job());
    expect(report).toMatchObject({ basis: 'estimated', pages: 1_000, budget: { holds: false } });
    // docs/costs.md: 3.64 at 4.2 pages a turn.
    expect(Math.abs((report.perMillionPages ?? 0) - 3.5)).toBeLessThan(0.5);
    expect((await job()).state).toBe('open');
  });

  it('of all jobs together falls to the open ones in equal parts', async () => {
    await ensureJob(ports, { ...settings(1), name: 'fish' });
    await ensureJob(ports, { ...settings(1), name: 'owls' });
    await setJobState(ports, 'fish', 'open', '');
    await countCost(ports, { puts: 101 });
    const sums = await Promise.all(
      [name, 'fish', 'owls'].map((one) => ports.jobs.tally(one, 'cost-2026-11', {})),
    );
    expect(sums.map(({ puts = 0 }) => puts).sort()).toEqual([0, 50, 51]);
  });
});
