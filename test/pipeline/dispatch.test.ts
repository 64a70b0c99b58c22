import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { timing } from '../../lib/domain/timing.ts';
import type { HostName } from '../../lib/domain/url.ts';
import { deliver } from '../../lib/pipeline/deliver.ts';
import { dispatch } from '../../lib/pipeline/dispatch.ts';
import { ensureJob, setJobState } from '../../lib/pipeline/open-job.ts';
import { testSettings } from '../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../support/stores.ts';

const job = 'birds';
const host = 'a.example' as HostName;
const clockwork = timing(60_000);

let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts();
  await ensureJob(ports, testSettings(job));
  await setJobState(ports, job, 'open', '');
});
afterEach(() => ports.close());

const pass = () => dispatch(ports, { timing: clockwork, maxOutstanding: 10 });
const entries = () => ports.due.due(job, Number.MAX_SAFE_INTEGER, 100);

describe('a host with several entries in the due index', () => {
  test('gets one ticket, and only the entry at its end is left', async () => {
    const { clock } = ports;
    for (const id of ['a', 'b', 'c']) {
      await deliver(ports, job, host, id, { candidates: [] });
      await clock.advance(1);
    }
    await ports.due.put(job, { at: clock.now(), host, wake: false });
    expect(await pass()).toMatchObject({ sent: 1, looked: 4 });
    expect(await entries()).toEqual([{ at: clock.now() + clockwork.ticketMs, host, wake: false }]);
  });

  test('is woken once when its ticket ends, however often it was woken meanwhile', async () => {
    const { clock } = ports;
    await deliver(ports, job, host, 'a', { candidates: [] });
    await pass();
    const ends = clock.now() + clockwork.ticketMs;
    for (const id of ['b', 'c']) {
      await clock.advance(1);
      await deliver(ports, job, host, id, { candidates: [] });
    }
    expect(await pass()).toMatchObject({ sent: 0 });
    expect(await entries()).toEqual([
      { at: ends, host, wake: false },
      { at: ends, host, wake: true },
    ]);
  });
});
