import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callExporterWhenDue } from '../../../lib/capabilities/export/call-exporter.ts';
import {
  putExport,
  readExport,
  type StoredExport,
} from '../../../lib/capabilities/export/room/stored-export.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const order: StoredExport = {
  ...{ name: 'all', folder: 'birds/all/1', question: {} as never, state: 'begun', begunAt: 1 },
  ...{ takenUntil: 0, calledUntil: 0, called: 0, slices: 0, records: 0, bytes: 0, kept: 0 },
};

let ports: MemoryPorts;
beforeEach(() => {
  ports = memoryPorts();
});
afterEach(() => ports.close());

describe('the recycler of a stack', () => {
  async function withExport(more: Partial<StoredExport> = {}) {
    const was = await ensureJob(ports, testSettings('birds'));
    const job = { ...was, exports: ['all'] };
    expect(await ports.jobs.put(was, job)).toBe(true);
    await putExport(ports, job.name, { version: 0 }, { ...order, ...more });
    const called: object[] = [];
    return {
      clock: ports.clock,
      called,
      round: async () =>
        await callExporterWhenDue(
          ports,
          async (of) => void called.push(of),
          (await ports.jobs.job(job.name)) as Job,
        ),
      stored: async () => (await readExport(ports, job.name, 'all')).found as StoredExport,
      job: async () => (await ports.jobs.job(job.name)) as Job,
    };
  }

  it('calls for the next slice of an export, and not again while that may be at work', async () => {
    const { round, called, clock, job } = await withExport();
    expect(await round()).toBe(1);
    expect(await round()).toBe(0);
    await clock.advance(300_000);
    expect(await round()).toBe(1);
    const birds = { job: 'birds', name: 'all' };
    expect(called).toEqual([birds, birds]);
    expect((await job()).exports).toEqual(['all']);
  });

  it('leaves an export alone that a slice has', async () => {
    const { round, called } = await withExport({ takenUntil: Number.MAX_SAFE_INTEGER });
    expect(await round()).toBe(0);
    expect(called).toEqual([]);
  });

  it('gives up what three calls in a row brought no further, with what went wrong last', async () => {
    const { round, clock, stored, job } = await withExport({ problem: 'no room' });
    for (let call = 0; call < 4; call++) {
      await round();
      await clock.advance(300_000);
    }
    expect(await stored()).toMatchObject({ state: 'failed', problem: 'no room' });
    expect((await job()).exports).toBeUndefined();
  });

  it('forgets what has ended', async () => {
    const { round, job } = await withExport({ state: 'done' });
    expect(await round()).toBe(0);
    expect((await job()).exports).toBeUndefined();
  });
});
