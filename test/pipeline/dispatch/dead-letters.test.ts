import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const clockwork = timing(60_000);
const host = 'a.example' as HostName;
let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts();
  await ensureJob(ports, testSettings('birds'));
  await setJobState(ports, 'birds', 'open', '');
  await deliver(ports, { job: 'birds', host }, { id: 'seed', message: { candidates: [] } });
});
afterEach(() => ports.close());

const pass = () => dispatch(ports, { timing: clockwork, maxOutstanding: 100 });

describe('a ticket that was given up', () => {
  test('has its host found again by itself, with a new ticket that is taken with care', async () => {
    await pass();
    const [lost] = ports.tickets.receive(1);
    expect(lost?.ticket.host).toBe(host);
    // A worker took it up and died; the queue sets it aside, and it is out of everybody's reach.
    const claim = { owner: 'a worker', ticket: lost?.ticket.id ?? '', leaseMs: 60_000, gapMs: 1_000 };
    await ports.gates.claim(host, { ...claim, now: ports.clock.now() });
    if (lost) ports.tickets.done(lost);
    expect(await pass()).toMatchObject({ sent: 0 });
    await ports.clock.advance(2 * clockwork.ticketMs);
    expect(await pass()).toMatchObject({ sent: 1 });
    const [next] = ports.tickets.receive(1);
    expect(next?.ticket).toMatchObject({ host, turn: 2 });
    expect(next?.ticket.id).not.toBe(lost?.ticket.id);
    expect(await ports.hosts.control({ job: 'birds', host })).toMatchObject({
      state: 'ticketed',
      ticket: next?.ticket.id,
      attempts: 1,
    });
  });
});
