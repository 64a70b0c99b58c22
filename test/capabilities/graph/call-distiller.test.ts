import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { callDistillerWhenDue } from '../../../lib/capabilities/graph/call-distiller.ts';
import { distilWhenDue } from '../../../lib/capabilities/graph/distil-when-due.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { GraphState } from '../../../lib/pipeline/link-graph/graph-state.ts';
import type { Distiller, GraphStore } from '../../../lib/ports/graphs.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const minute = 60_000;
let ports: MemoryPorts;
let calls: string[];
let distiller: Distiller;
beforeEach(() => {
  ports = memoryPorts();
  calls = [];
  distiller = { takesMs: 16 * minute, call: async (job) => void calls.push(job) };
});
afterEach(() => ports.close());

const jobThat = (distill: number): Promise<Job> =>
  ensureJob(ports, { ...testSettings('owls'), focus: { ...defaultFocus, distill } });
const fetched = (pages: number) => ports.jobs.tally('owls', 'crawl', { pages });
const answered = (job: Job, mostUrls = 1_000) =>
  distilWhenDue(ports, job, { endBy: Number.POSITIVE_INFINITY, mostUrls, called: true });

describe('calling what distils', () => {
  it('happens when as many pages were fetched as the job says, once', async () => {
    const job = await jobThat(100);
    await fetched(99);
    expect(await callDistillerWhenDue(ports, distiller, job)).toBe(false);
    await fetched(1);
    expect(await callDistillerWhenDue(ports, distiller, job)).toBe(true);
    expect(await callDistillerWhenDue(ports, distiller, job)).toBe(false);
    expect(calls).toEqual(['owls']);
  });

  it('does not happen for a job that does not distil', async () => {
    const job = await jobThat(0);
    await fetched(1_000);
    expect(await callDistillerWhenDue(ports, distiller, job)).toBe(false);
  });

  it('happens again when the crawl has grown since it was answered', async () => {
    const job = await jobThat(100);
    await fetched(100);
    await callDistillerWhenDue(ports, distiller, job);
    expect(await answered(job)).toEqual({ raised: 0 });
    await ports.clock.advance(minute);
    expect(await callDistillerWhenDue(ports, distiller, job)).toBe(false);
    await fetched(100);
    expect(await callDistillerWhenDue(ports, distiller, job)).toBe(true);
  });

  it('goes on at once where a slice was too short', async () => {
    const job = await jobThat(100);
    await fetched(100);
    await ports.links.put('owls', '00000000000001-a', Buffer.from(''));
    await callDistillerWhenDue(ports, distiller, job);
    const slice = { endBy: ports.clock.monotonic() - 1, mostUrls: 1_000, called: true };
    expect(await distilWhenDue(ports, job, slice)).toBe('continues');
    expect(await callDistillerWhenDue(ports, distiller, job)).toBe(true);
    expect(await answered(job)).toEqual({ raised: 0 });
  });

  it('is repeated where it was lost, and a failure of the job when that happens again and again', async () => {
    const job = await jobThat(100);
    await fetched(100);
    for (let time = 0; time < 3; time += 1) {
      expect(await callDistillerWhenDue(ports, distiller, job)).toBe(true);
      await ports.clock.advance(17 * minute);
    }
    const failing =
      'the links of owls are not analysed: it was begun 3 times and did not end, for want of memory or time';
    await expect(callDistillerWhenDue(ports, distiller, job)).rejects.toThrow(failing);
    expect(calls).toHaveLength(4);
    await expect(callDistillerWhenDue(ports, distiller, job)).rejects.toThrow(failing);
    await answered(job);
    expect(await callDistillerWhenDue(ports, distiller, job)).toBe(false);
  });

  it('is a failure of the job while its graph is larger than there is room for', async () => {
    const job = await jobThat(100);
    await fetched(100);
    const part = { name: 'part-000000-a', urls: 2_000, urlBytes: 60_000, visits: 100, links: 3_000 };
    const state: GraphState = { v: 2, parts: [part], recent: [] };
    await ports.graphs.put('owls', 'state.json', Buffer.from(JSON.stringify(state)));
    await callDistillerWhenDue(ports, distiller, job);
    expect(await answered(job)).toBe('too-large');
    await expect(callDistillerWhenDue(ports, distiller, job)).rejects.toThrow(
      'its link graph has more than the 1000 URLs that there is room for',
    );
    await ports.clock.advance(61 * minute);
    await expect(callDistillerWhenDue(ports, distiller, job)).rejects.toThrow('room for');
    expect(await answered(job, 3_000)).toEqual({ raised: 0 });
    expect(await callDistillerWhenDue(ports, distiller, job)).toBe(false);
  });

  it('is a failure of the job while there is no room for the files of its graph', async () => {
    const job = await jobThat(100);
    await fetched(100);
    const line = {
      v: 1,
      url: 'http://a.example/',
      host: 'a.example',
      turn: 1,
      depth: 0,
      at: 1,
      outcome: 'stored',
    };
    await ports.links.put(
      'owls',
      '00000000000001-a',
      Buffer.from(JSON.stringify({ ...line, ownAdmitted: true, links: [] })),
    );
    await callDistillerWhenDue(ports, distiller, job);
    const { graphs } = ports;
    const full: GraphStore = {
      put: (...one) => graphs.put(...one),
      read: (...one) => graphs.read(...one),
      names: (...some) => graphs.names(...some),
      delete: (...some) => graphs.delete(...some),
      space() {
        throw new WinnowError('full', 'no room left on the device');
      },
    };
    const slice = { endBy: Number.POSITIVE_INFINITY, mostUrls: 1_000, memoryMb: 0, called: true };
    expect(await distilWhenDue({ ...ports, graphs: full }, job, slice)).toBe('too-large');
    await expect(callDistillerWhenDue(ports, distiller, job)).rejects.toThrow(
      'the links of owls are not analysed: there is no room for it: no room left on the device',
    );
    await ports.clock.advance(61 * minute);
    expect(await answered(job)).toEqual({ raised: 0 });
  });
});
