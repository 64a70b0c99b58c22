import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { returnTicket } from '../../../lib/pipeline/dispatch/return-ticket.ts';
import { ticketHost } from '../../../lib/pipeline/dispatch/ticket-host.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { HeldClock } from '../../support/clock.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const host = 'site.example' as HostName;
const key = { job: 'a', host };
const job: Job = {
  ...{ name: 'a', state: 'open', config: 'c', fingerprintKey: '' },
  ...{ dueShards: 1, createdAt: 0 },
};
const settings = testSettings('a');

describe('a host that a message wakes before it is due', () => {
  const clock = new HeldClock();
  let stores: MemoryPorts;
  beforeEach(() => {
    stores = memoryPorts(clock);
  });
  afterEach(() => stores.close());

  /** Its control once it has a ticket, and its entry of then still stands. */
  async function wokenBefore(dueAt: number): Promise<HostControl> {
    const due: HostControl = {
      ...{ state: 'due', turn: 1, published: 1, attempts: 0, dueAt },
      counters: { pending: 1, visited: 1, outcomes: {}, bytes: 0 },
    };
    await stores.hosts.putControl(key, undefined, due);
    await stores.due.put('a', { at: dueAt, host, wake: false });
    const entries = [{ at: clock.now(), host, wake: true }];
    const ports = { ...stores, entropy: { id: () => 't2' } };
    await ticketHost(
      ports,
      job,
      { host, entries, wake: true },
      { politeness: settings.politeness, timing: timing(60_000) },
    );
    return (await stores.hosts.control(key)) as HostControl;
  }

  it('keeps an entry when a dispatcher whose clock is fast takes that of then for stale and deletes it late', async () => {
    const gateOpensAt = clock.now() + 300;
    const ticketed = await wokenBefore(gateOpensAt);
    await returnTicket(stores, key, ticketed, gateOpensAt);
    await stores.due.delete('a', [{ at: gateOpensAt, host, wake: false }]);
    const { dueAt } = (await stores.hosts.control(key)) as HostControl;
    expect(dueAt).toBe(gateOpensAt + 1);
    const left = await stores.due.due('a', gateOpensAt + 1, 10);
    expect(left.map(({ at }) => at)).toContain(dueAt);
  });

  it('does not wait for a visit that is due in days', async () => {
    const days = 11 * 24 * 3_600_000;
    const ticketed = await wokenBefore(clock.now() + days);
    const from = clock.now() + 5_000;
    await returnTicket(stores, key, ticketed, from);
    expect(await stores.hosts.control(key)).toMatchObject({ state: 'due', dueAt: from });
  });

  it('has no second entry when it is due in days again', async () => {
    const then = clock.now() + 11 * 24 * 3_600_000;
    const ticketed = await wokenBefore(then);
    await returnTicket(stores, key, ticketed, then);
    expect(await stores.hosts.control(key)).toMatchObject({ state: 'due', dueAt: then });
    expect(await stores.due.due('a', then + 10, 10)).toHaveLength(1);
  });
});
