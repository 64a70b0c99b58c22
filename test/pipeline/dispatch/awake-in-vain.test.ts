import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { awakeInVain, watchWakefulness } from '../../../lib/pipeline/dispatch/awake-in-vain.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { FractionalClock } from '../../support/clock.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts(new FractionalClock());
  await ensureJob(ports, testSettings('birds'));
  await setJobState(ports, 'birds', 'open', '');
});
afterEach(() => ports.close());

const inVain = { passes: 5, sent: 0, looked: 0, awakeFor: 'birds' };
const asleep = { passes: 0, sent: 0, looked: 0, idle: 1 };

/** So many runs of the dispatcher, a minute apart. */
async function minutes(count: number, report: object): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    await ports.clock.advance(60_000);
    await watchWakefulness(ports, report as never);
  }
}

describe('a dispatcher that is awake with nothing sent', () => {
  test('is told of after half an hour, with the job that keeps it awake', async () => {
    await minutes(30, inVain);
    expect(await awakeInVain(ports, 'birds')).toBeUndefined();
    await minutes(1, inVain);
    expect(await awakeInVain(ports, 'birds')).toMatchObject({ runs: 31 });
    expect(await awakeInVain(ports, 'owls')).toBeUndefined();
  });

  test('is forgotten as soon as it sends something, or sleeps', async () => {
    await minutes(40, inVain);
    await minutes(2, { passes: 5, sent: 3, looked: 3 });
    expect(await awakeInVain(ports, 'birds')).toBeUndefined();
    await minutes(10, inVain);
    await minutes(1, asleep);
    await minutes(25, inVain);
    expect(await awakeInVain(ports, 'birds')).toBeUndefined();
  });

  test('costs nothing to watch while it sleeps', async () => {
    await minutes(3, asleep);
    expect(await ports.jobs.note('birds', 'awake')).toBeUndefined();
  });

  test('is watched anew where what was written down is damaged', async () => {
    await ports.jobs.putNote('birds', 'awake', 0, '{"since":');
    await minutes(40, inVain);
    expect(await awakeInVain(ports, 'birds')).toMatchObject({ runs: 40 });
  });
});
