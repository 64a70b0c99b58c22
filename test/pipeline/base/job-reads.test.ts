import { afterEach, beforeEach, expect, test } from 'vitest';
import { shareJobReads } from '../../../lib/pipeline/harvest/harvest.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

let ports: MemoryPorts;
let reads = 0;
let fails = false;
const jobs = () => ({
  job(name: string) {
    reads += 1;
    return fails ? Promise.reject(new Error('throttled')) : ports.jobs.job(name);
  },
});

beforeEach(async () => {
  ports = memoryPorts();
  [reads, fails] = [0, false];
  await ensureJob(ports, testSettings('birds'));
});
afterEach(() => ports.close());

const shared = () => shareJobReads({ clock: ports.clock, jobs: { ...ports.jobs, ...jobs() } });

test('turns that begin together read a job once, and a later one reads it again', async () => {
  const { job } = shared();
  const all = await Promise.all([job('birds'), job('birds'), job('owls')]);
  expect(all.map((one) => one?.name)).toEqual(['birds', 'birds', undefined]);
  expect(reads).toBe(2);
  await ports.clock.advance(2_000);
  await job('birds');
  expect(reads).toBe(3);
});

test('a read that failed is not shared with those that come after it', async () => {
  const { job } = shared();
  fails = true;
  await expect(job('birds')).rejects.toThrow('throttled');
  fails = false;
  expect(await job('birds')).toMatchObject({ name: 'birds' });
});
