import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FailedJob } from '../../../lib/pipeline/job/isolate-jobs.ts';
import { failuresOf, noteRound } from '../../../lib/pipeline/job/job-failures.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { testSettings } from '../../support/settings.ts';
import { anotherStore, type MemoryPorts, memoryPorts } from '../../support/stores.ts';

let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts();
  await ensureJob(ports, testSettings('birds'));
});
afterEach(() => ports.close());

/** The same tables, seen by a process of its own. */
const anotherProcess = () => ({ jobs: anotherStore(ports.jobs), clock: ports.clock });

const failed: FailedJob = { job: 'birds', work: 'dispatch', error: new Error('no tickets') };

it('takes back within minutes what another process noted of a job that is well by now', async () => {
  const [first, second] = [anotherProcess(), anotherProcess()];
  const round = (process: typeof first, failures: readonly FailedJob[] = []) =>
    noteRound(process, 'dispatch', ['birds'], failures);
  // The second knows already that all is well, when the first finds that it is not, and ends.
  await round(second);
  await round(first, [failed]);
  expect(await failuresOf(ports, 'birds')).toMatchObject([{ message: 'no tickets' }]);
  let minutes = 0;
  for (; (await failuresOf(ports, 'birds')).length > 0; minutes += 1) {
    await ports.clock.advance(60_000);
    await round(second);
  }
  expect(minutes).toBeLessThanOrEqual(5);
});
