import { afterEach, describe, expect, it } from 'vitest';
import { type Removing, removeJob } from '../../../lib/capabilities/erase/remove-job.ts';
import { snapshotRecords } from '../../../lib/pipeline/collection/snapshot-records.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import {
  clockwork,
  jobName,
  page,
  type SmallCrawl,
  smallCrawl,
  type Web,
} from '../../pipeline/small-crawl.ts';
import { controlCommandOf } from '../../support/control-command.ts';
import { testSettings } from '../../support/settings.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const web: Web = {
  'https://a.example/': page('first', 'https://b.example/', '/own'),
  'https://a.example/own': page('second'),
  'https://b.example/': page('third'),
};

async function crawled(): Promise<void> {
  crawl = await smallCrawl({ ...web }, { seeds: ['https://a.example/'] });
  await crawl.run();
}

async function control(request: Record<string, unknown>): Promise<void> {
  const asked = { reason: 'it is over', by: 'ann', ...request };
  await runCommand(crawl.ports, controlCommandOf(asked, { requestId: crawl.ports.entropy.id(), by: '' }));
}

const ports = (): Removing => ({ ...crawl.ports, jobEraser: crawl.stores.jobEraser });
const removed = async (dryRun = false, name = jobName) =>
  removeJob(ports(), (await crawl.ports.jobs.job(name)) ?? (await crawl.job()), { dryRun, reason: 'over' });

async function snapshot(): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of snapshotRecords(crawl.ports, jobName)) lines.push(JSON.stringify(line));
  return lines;
}

describe('a job is removed', () => {
  it('only when it is not open, no turn is at work, and no command goes on in it', async () => {
    await crawled();
    await expect(removed()).rejects.toThrow('job birds is open: `winnow stop` it first');
    await control({ command: 'reharvest', job: jobName, scope: {} });
    await crawl.stores.clock.advance(1_000);
    await control({ command: 'stop', job: jobName });
    await expect(removed()).rejects.toThrow(/reharvest \S+ is under way/);
    const request = /reharvest (\S+) is/.exec(String(await removed().catch(String)))?.[1];
    await control({ command: 'cancel', request });
    await control({ command: 'open', job: jobName });
    await seed(crawl.ports, await crawl.job(), ['https://c.example/']);
    await crawl.stores.clock.advance(1_000);
    await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 100 });
    await control({ command: 'stop', job: jobName });
    await expect(removed()).rejects.toThrow('a turn of c.example is at work');
  });

  it('says in a dry run what would go, and changes nothing', async () => {
    await crawled();
    await control({ command: 'stop', job: jobName });
    const before = await crawl.job();
    expect(await removed(true)).toEqual({
      ...{ job: jobName, hosts: 2, pending: 0, visited: 3, erased: 0 },
      ...{ collection: true, forgotten: false },
    });
    expect(await crawl.job()).toEqual(before);
    expect((await crawl.ports.hosts.hosts(jobName, 9)).hosts).toHaveLength(2);
  });

  it('with its hosts, and its collection stays as it is, under its name', async () => {
    await crawled();
    await control({ command: 'stop', job: jobName });
    const before = await snapshot();
    expect(before).not.toEqual([]);
    const { erased, collection, forgotten } = await removed();
    expect(erased).toBeGreaterThan(4);
    expect({ collection, forgotten }).toEqual({ collection: true, forgotten: false });
    expect((await crawl.ports.hosts.hosts(jobName, 9)).hosts).toEqual([]);
    expect(await snapshot()).toEqual(before);
    expect((await removed()).erased).toBe(0);
  });

  it('and is never opened, seeded or given settings again', async () => {
    await crawled();
    await control({ command: 'stop', job: jobName });
    await removed();
    const job = await crawl.job();
    await expect(control({ command: 'open', job: jobName })).rejects.toThrow('it was removed');
    await expect(seed(crawl.ports, job, ['https://a.example/'])).rejects.toThrow('was removed on');
    await expect(ensureJob(crawl.ports, testSettings(jobName))).rejects.toThrow('Give the job another name');
    await crawl.tick();
    expect(crawl.stores.tickets.receive(10)).toEqual([]);
    expect(await crawl.job()).toEqual(job);
  });

  it('and forgotten where it has left nothing: its name is free', async () => {
    await crawled();
    await ensureJob(crawl.ports, testSettings('misspelt'));
    expect(await removed(false, 'misspelt')).toMatchObject({ collection: false, forgotten: true });
    expect((await crawl.ports.jobs.jobs()).map(({ name }) => name)).toEqual([jobName]);
    expect((await ensureJob(crawl.ports, testSettings('misspelt'))).state).toBe('paused');
  });

  it('but never the only one that knows what is blocked', async () => {
    crawl = await smallCrawl({}, { seeds: [] });
    await control({ command: 'block', scope: { host: 'bad.example' } });
    await control({ command: 'stop', job: jobName });
    expect((await removed()).forgotten).toBe(false);
    const other = await ensureJob(crawl.ports, testSettings('other'));
    expect(other.holds?.map(({ what }) => what)).toEqual(['bad.example']);
  });

  it('after a worker died of a turn: its ticket has expired', async () => {
    await crawled();
    await seed(crawl.ports, await crawl.job(), ['https://c.example/']);
    await crawl.stores.clock.advance(1_000);
    await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 100 });
    await control({ command: 'stop', job: jobName });
    await crawl.stores.clock.advance(86_400_000);
    expect((await removed()).hosts).toBe(3);
  });
});
