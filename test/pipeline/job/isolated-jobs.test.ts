import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FunctionLog } from '../../../lib/adapters/aws/metering/function-log.ts';
import { Meter } from '../../../lib/adapters/aws/metering/meter.ts';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { maintenanceRound } from '../../../lib/capabilities/maintenance-round.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { carryOn, runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { dispatchUntil } from '../../../lib/pipeline/dispatch/dispatch-until.ts';
import { harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import { failRound } from '../../../lib/pipeline/job/isolate-jobs.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import type { Status } from '../../../lib/pipeline/report/reports.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import { countCost } from '../../../lib/pipeline/supervise/supervise.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { logDispatch, logRecycling } from '../../../lib/runtime/shared/log-rounds.ts';
import { override } from '../../model/override.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const clockwork = timing(60_000);
const page = (...links: readonly string[]): string =>
  `<title>a</title>${links.map((link) => `<p><a href="${link}">to ${link}</a>`).join('')}`;
const web: Readonly<Record<string, string>> = {
  'http://a.example/': page('http://b.example/', '/2'),
  'http://a.example/2': page('http://c.example/'),
  'http://b.example/': page('http://c.example/2'),
  'http://c.example/': page('http://a.example/3'),
  'http://c.example/2': page(),
  'http://a.example/3': page(),
};

interface Crawl {
  readonly stores: MemoryPorts;
  /** Every request, with its job's round. */
  readonly requests: string[];
  /** What the functions logged, and the errors by which their rounds ended. */
  readonly lines: Record<string, unknown>[];
  readonly errors: string[];
  broken: boolean;
  rounds(count: number): Promise<void>;
  reharvest(): Promise<void>;
  status(job: string): Promise<Status>;
}

/** The rounds of the functions of a stack, one minute after the other, on stores in memory. */
async function crawlOf(names: readonly string[], brokenJob?: string): Promise<Crawl> {
  const stores = memoryPorts();
  const { clock } = stores;
  for (const name of names) {
    const job = await ensureJob(stores, { ...testSettings(name), limits: { dollarsPerMonth: 100 } });
    await setJobState(stores, name, 'open', '');
    await seed(stores, job, ['http://a.example/']);
  }
  const requests: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const errors: string[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logOf = (name: string) => new FunctionLog({ stack: 'winnow', name, meter: new Meter(), write });
  /** A process that has just started: it knows no settings yet. */
  const started = (): Ports => ({
    ...stores,
    jobs: override<Ports['jobs']>(stores.jobs, {
      settings: async (job, version) => {
        if (crawl.broken && job === brokenJob)
          throw new WinnowError('corrupt', `the settings ${version} of job ${job} are damaged`);
        return await stores.jobs.settings(job, version);
      },
    }),
    fetcher: {
      async fetch({ url }) {
        requests.push(url);
        await clock.sleep(100);
        const body = new Uint8Array(Buffer.from(web[url] ?? 'not here'));
        return {
          ...{ kind: 'response', status: web[url] === undefined ? 404 : 200, body, truncated: false },
          ...{ headers: { 'content-type': 'text/html' }, wireBytes: body.length, elapsedMs: 100 },
        };
      },
      ready: async () => undefined,
      ahead: () => undefined,
      addressOf: async () => undefined,
    },
    reader: inlineReader(),
  });
  async function passing<T>(running: Promise<T>): Promise<T> {
    let ended = false;
    const done = running.finally(() => {
      ended = true;
    });
    done.catch(() => undefined);
    while (!ended) await clock.advance(clock.nextWake ?? 0);
    return await done;
  }
  async function ending(round: () => void): Promise<void> {
    try {
      round();
    } catch (error) {
      errors.push((error as Error).message);
    }
  }
  async function minute(): Promise<void> {
    const ports = started();
    const report = await dispatchUntil(ports, {
      ...{ timing: clockwork, maxOutstanding: 100, everyMs: 10_000, until: clock.monotonic() },
    });
    logDispatch(logOf('dispatch'), clock.now(), report, 0);
    await ending(() => failRound(report.failed));
    const deliveries = stores.tickets.receive(10);
    const { failed } = await harvest(ports, deliveries, {
      timing: clockwork,
      endBy: clock.monotonic() + clockwork.functionMs,
      lists,
    });
    for (const delivery of deliveries) {
      const broke = failed.some((one) => one.delivery === delivery);
      if (broke) stores.tickets.retry(delivery, 1_000);
      else stores.tickets.done(delivery);
    }
    const recycled = await maintenanceRound(ports, { endBy: clock.monotonic() + 50_000 });
    logRecycling(logOf('recycle'), clock.now(), recycled, 0);
    await ending(() => failRound(recycled.failed));
  }
  const crawl: Crawl = {
    ...{ stores, requests, lines, errors, broken: true },
    async rounds(count) {
      for (let round = 0; round < count; round += 1) {
        await passing(minute());
        await clock.advance(60_000);
      }
    },
    async reharvest() {
      const head = { requestId: `again-${clock.now()}`, by: 'schedule', reason: '', dryRun: false };
      const ports = started();
      const asked = { ...head, command: 'reharvest', job: '*', scope: {} } as const;
      await carryOn(ports, await runCommand(ports, asked as never), Number.POSITIVE_INFINITY);
    },
    async status(name) {
      const job = (await stores.jobs.job(name)) as Job;
      return await statusOf(started(), job, await summarise(stores, name), { lack: () => undefined });
    },
  };
  return crawl;
}

describe.each(['aa-broken', 'zz-broken'])(
  'a job whose settings cannot be read, beside a healthy one (%s)',
  (broken) => {
    let alone: Crawl;
    let both: Crawl;
    beforeEach(async () => {
      alone = await crawlOf(['birds']);
      both = await crawlOf(['birds', broken], broken);
    });
    afterEach(() => {
      alone.stores.close();
      both.stores.close();
    });

    it('lets the other crawl, be recycled and be reharvested as if it were alone', async () => {
      for (const crawl of [alone, both]) {
        await crawl.rounds(12);
        await crawl.reharvest();
        await crawl.rounds(6);
      }
      const visits = Object.keys(web).length;
      expect(alone.requests.filter((url) => url in web)).toHaveLength(2 * visits);
      expect(both.requests).toEqual(alone.requests);
      const [is, was] = [await both.status('birds'), await alone.status('birds')];
      expect(is).toEqual({ ...was, config: is.config, failingOthers: [broken] });
    });

    it('is named in the log, by the metric that rings an alarm, and by the error that ends each round', async () => {
      await both.rounds(2);
      for (const name of ['dispatch', 'recycle']) {
        const said = both.lines.filter((line) => line.function === name);
        expect(said).toContainEqual(
          expect.objectContaining({ event: 'job-failed', job: broken, code: 'corrupt' }),
        );
        const rounds = said.filter(({ event }) => event === 'invocation');
        expect(rounds).toHaveLength(2);
        for (const round of rounds) expect(round).toMatchObject({ FailedJobs: 1, failed: [broken] });
      }
      expect(both.errors).toHaveLength(4);
      for (const error of both.errors) expect(error).toContain(`${broken} (`);
      await alone.rounds(2);
      expect(alone.errors).toEqual([]);
      expect(alone.lines.some((line) => 'FailedJobs' in line || line.event === 'job-failed')).toBe(false);
    });

    it('says in its status why nothing moves and since when, until it can be read again', async () => {
      const since = both.stores.clock.now();
      await both.rounds(3);
      const status = await both.status(broken);
      expect(status.reasons[0]).toContain('its settings cannot be read (corrupt: ');
      expect(status.failing).toMatchObject([
        { work: 'dispatch', code: 'corrupt', since },
        { work: 'recycle', code: 'corrupt' },
      ]);
      both.broken = false;
      await both.rounds(12);
      expect(await both.status(broken)).not.toHaveProperty('failing');
      expect(await both.status('birds')).not.toHaveProperty('failingOthers');
      expect((await both.status(broken)).fetched).toBe(Object.keys(web).length);
    });

    it('has no cost put down to it, and the other has its own', async () => {
      const paused = await countCost(
        override(both.stores, {
          jobs: override<Ports['jobs']>(both.stores.jobs, {
            settings: async (job, version) => {
              if (job === broken) throw new WinnowError('corrupt', 'damaged');
              return await both.stores.jobs.settings(job, version);
            },
          }) as MemoryPorts['jobs'],
        }),
        { puts: 200_000 * 400 },
      );
      expect(paused).toMatchObject([{ job: 'birds' }]);
    });
  },
);
