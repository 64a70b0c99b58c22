import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { maintenanceRound } from '../../../lib/capabilities/maintenance-round.ts';
import { monthOf } from '../../../lib/domain/cost/month.ts';
import { dataOf } from '../../../lib/operations/ask.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { readRequest } from '../../../lib/runtime/operate/ops-request.ts';
import { runOps } from '../../../lib/runtime/operate/run-ops.ts';
import { type MemoryLetters, memoryLetters } from '../../support/report/letters.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

let ports: MemoryPorts;
let objects: Map<string, { readonly bytes: Uint8Array; readonly contentType: string }>;
let letters: MemoryLetters;
beforeEach(async () => {
  ports = memoryPorts();
  letters = memoryLetters(['l-1', 'l-2', 'l-3']);
  objects = new Map();
  await ensureJob(ports, testSettings('birds'));
  await ensureJob(ports, testSettings('fish'));
});
afterEach(() => ports.close());

const host = 'www.example.org' as HostName;
const run = async (command: Record<string, unknown>, endBy = 60_000) =>
  dataOf(
    await runOps(
      {
        scope: 'operate',
        stores: ports,
        bucket: {
          put: async (_cause, key, bytes, { contentType }) => void objects.set(key, { bytes, contentType }),
        },
        letters,
        standing: { alarmMetrics: 30, secrets: 0, natGateways: 0, recycleEveryMinutes: 1 },
      },
      await readRequest(command),
      endBy,
    ),
  );

describe('what people and schedules ask for', () => {
  test('says what a job costs this month', async () => {
    await ports.jobs.tally('birds', `cost-${monthOf(ports.clock.now()).name}`, { puts: 1_000, pages: 500 });
    expect(await run({ command: 'cost', job: 'birds' })).toMatchObject({
      basis: 'billed',
      pages: 500,
      standing: { items: expect.arrayContaining([expect.objectContaining({ name: 'CloudWatch alarms' })]) },
    });
  });

  test('a job is continued, and paused with a reason', async () => {
    expect(await run({ command: 'continue', job: 'birds' })).toMatchObject({
      jobs: [{ job: 'birds', before: 'paused', state: 'open' }],
    });
    await run({ command: 'pause', job: 'birds', reason: 'too fast' });
    expect(await ports.jobs.job('birds')).toMatchObject({ state: 'paused', pause: { reason: 'too fast' } });
  });

  test('what was asked for is in the log, with who and why', async () => {
    await run({ command: 'block', scope: { host: 'bad.example' }, reason: 'the owner asked', by: 'ann' });
    expect(await run({ command: 'audit' })).toMatchObject({
      commands: [{ by: 'ann', reason: 'the owner asked', state: 'done' }],
    });
  });

  test('hosts, records and what there is of them are listed and counted', async () => {
    await deliver(ports, { job: 'birds', host }, { id: 'seed', message: { candidates: [] } });
    expect(await run({ command: 'hosts', job: 'birds' })).toEqual({
      hosts: [{ host, state: 'idle', pending: 0, visited: 0 }],
    });
    expect(await run({ command: 'howmany', job: 'birds' })).toMatchObject({ hosts: 1, pending: 0 });
    expect(await run({ command: 'records', job: 'birds', limit: 5 })).toEqual({ records: [] });
  });

  test('the status says why nothing moves', async () => {
    expect(await run({ command: 'status', job: 'birds' })).toMatchObject({
      state: 'paused',
      reasons: expect.arrayContaining([expect.stringContaining('paused')]),
    });
  });

  test('a reharvest without a job is of every open job, and of no paused one', async () => {
    await run({ command: 'continue', job: 'birds' });
    expect(await run({ command: 'reharvest', olderThanDays: 30 })).toMatchObject({
      jobs: [{ job: 'birds' }],
    });
  });

  test('one that names its job reaches it although it is paused, and is kept in the log', async () => {
    expect(await run({ command: 'reharvest', job: 'fish', olderThanDays: 0 })).toMatchObject({
      jobs: [{ job: 'fish', state: 'paused' }],
    });
    expect(await run({ command: 'audit' })).toMatchObject({
      commands: [
        { by: 'ops', state: 'done', command: { command: 'reharvest', scope: { olderThanDays: 0 } } },
      ],
    });
  });

  test('recycling works on a job that is paused, and is kept in the log', async () => {
    const asked = { command: 'recycle', job: 'birds', by: 'ann', reason: 'new links' };
    expect(await run(asked)).toMatchObject({ segments: 0 });
    expect(await run({ command: 'audit' })).toMatchObject({
      commands: [{ by: 'ann', reason: 'new links', state: 'done', answer: { segments: 0 } }],
    });
  });

  test('judging again is asked for, and the schedule of the recycler does it', async () => {
    const asked = { command: 'reclassify', job: 'birds', classes: ['B'], refetch: true };
    expect(await run(asked, 0)).toEqual({ hosts: 0, pages: 0, unfinished: true });
    expect(await ports.jobs.job('birds')).toMatchObject({
      judge: { options: { classes: ['B'], refetch: true } },
    });
    await run({ command: 'continue', job: 'birds' });
    await maintenanceRound(ports, { endBy: 60_000 });
    expect(await ports.jobs.job('birds')).not.toHaveProperty('judge');
  });

  test('a report is put into the bucket as a page and as data', async () => {
    await deliver(ports, { job: 'birds', host }, { id: 'seed', message: { candidates: [] } });
    expect(await run({ command: 'report', job: 'birds' }, 600_000)).toMatchObject({
      page: 'reports/birds/report.html',
      data: 'reports/birds/report.json',
      judged: 0,
    });
    const { bytes, contentType } = objects.get('reports/birds/report.html') ?? {};
    expect(contentType).toBe('text/html; charset=utf-8');
    expect(Buffer.from(bytes ?? []).toString()).toContain('<bdi>birds</bdi>');
    const data = Buffer.from(objects.get('reports/birds/report.json')?.bytes ?? []).toString();
    expect(JSON.parse(data)).toMatchObject({ v: 3, job: 'birds', totals: { hosts: 1, pending: 0 } });
  });

  test('a report that has no time left says how many hosts it could not read', async () => {
    await deliver(ports, { job: 'birds', host }, { id: 'seed', message: { candidates: [] } });
    await run({ command: 'report', job: 'birds' }, 0);
    const data = Buffer.from(objects.get('reports/birds/report.json')?.bytes ?? []).toString();
    expect(JSON.parse(data)).toMatchObject({ totals: { hosts: 1, unread: 1 } });
  });

  test('dead letters are listed, and given back once for a request', async () => {
    expect(await run({ command: 'letters', limit: 2 })).toHaveLength(2);
    const redrive = { command: 'redrive', ids: ['l-1'], requestId: 'r-1', reason: 'mended' };
    expect(await run(redrive)).toEqual({ letters: 1 });
    expect(await run(redrive)).toEqual({ requestId: 'r-1', state: 'done', letters: 1, repeated: true });
    expect(letters.redriven).toEqual(['l-1']);
    expect(await run({ command: 'redrive' })).toEqual({ letters: 2 });
    expect(await run({ command: 'audit' })).toMatchObject({
      commands: [{ state: 'done' }, { requestId: 'r-1', reason: 'mended', answer: { letters: 1 } }],
    });
  });

  test('a page of a paused job is not fetched', async () => {
    await expect(run({ command: 'fetch', job: 'birds', url: `https://${host}/` })).rejects.toThrow(/paused/);
  });

  test('a job that is not there is named, with those that are', async () => {
    await expect(run({ command: 'status', job: 'bird' })).rejects.toThrow(
      'there is no job bird in the stack; it has birds, fish',
    );
  });
});
