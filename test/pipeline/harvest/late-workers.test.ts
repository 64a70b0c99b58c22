import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Md5 } from '../../../lib/domain/collection/record.ts';
import { emptyLedger, type Ledger } from '../../../lib/domain/domains/ledger.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import type { HostName } from '../../../lib/domain/url/url.ts';
import { changeLineOf } from '../../../lib/pipeline/collection/change-line-of.ts';
import { waitForTry } from '../../../lib/pipeline/dispatch/return-ticket.ts';
import { ticketHost } from '../../../lib/pipeline/dispatch/ticket-host.ts';
import { wakeWaiting } from '../../../lib/pipeline/domains/domain-ledger.ts';
import { joinDomain, type Waits } from '../../../lib/pipeline/domains/join-domain.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import { override } from '../../model/override.ts';
import { HeldClock } from '../../support/clock.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const host = 'new.site.example' as HostName;
const key = { job: 'a', host };
const domain = { job: 'a', domain: 'site.example' };
const settings = testSettings('a');
const budgets = { ...settings.budgets, newHosts: 1 };
const control: HostControl = {
  ...{ state: 'ticketed', turn: 1, ticket: 't1', ticketExpires: 9_000, published: 0, attempts: 0 },
  counters: { pending: 0, visited: 0, outcomes: {}, bytes: 0 },
};
/** Its only try is taken. */
const spent: Ledger = { ...emptyLedger(budgets), hosts: 2, first: 'site.example' as HostName, credit: 0 };
const free: Ledger = { ...spent, spare: 1 };

describe('a ticket of a new host that two workers have', () => {
  let stores: MemoryPorts;
  const clock = new HeldClock();
  const join = (ports: MemoryPorts) => joinDomain(ports, key, control, { isNew: true, budgets });

  beforeEach(async () => {
    stores = memoryPorts(clock);
    await stores.hosts.putControl(key, undefined, control);
    await stores.domains.putLedger(domain, 0, spent);
  });
  afterEach(() => stores.close());

  it('brings no try to a host that one of them has put to sleep while the other was about to take it', async () => {
    const waits = (await join(stores)) as Waits;
    await stores.domains.putLedger(domain, 1, free);
    const late = override(stores.domains, {
      putLedger: async (...change) => {
        if (change[1] === 2) await waitForTry(stores, key, control, { ...waits, limits: budgets });
        return await stores.domains.putLedger(...change);
      },
    });
    expect(await join({ ...stores, domains: late })).toBe('lost');
    expect((await stores.domains.domain(domain)).ledger).toEqual(free);
    const [entry] = await stores.due.due('a', clock.now(), 10);
    expect(entry).toMatchObject({ host, wake: true });
  });

  it('wakes a host for the try that the other took before it slept', async () => {
    const waits = (await join(stores)) as Waits;
    await stores.domains.putLedger(domain, 1, free);
    const stands = override(stores.hosts, { putControl: async () => false });
    expect(await join({ ...stores, hosts: stands })).toBe('lost');
    await waitForTry(stores, key, control, { ...waits, limits: budgets });
    expect((await stores.domains.domain(domain)).ledger?.trying).toEqual({ [host]: 'spare' });
    const [entry] = await stores.due.due('a', clock.now(), 10);
    expect(entry).toMatchObject({ host, wake: true });
  });

  it('has it ask again when the ticket would have run out, should the worker die that puts it to sleep', async () => {
    const waits = (await join(stores)) as Waits;
    const { ticket: _, ...rest } = control;
    await stores.hosts.putControl(key, control, { ...rest, state: 'idle', waits: waits.waits });
    const job = {
      name: 'a',
      state: 'open',
      config: 'c',
      fingerprintKey: '',
      dueShards: 1,
      createdAt: 0,
    } as const;
    const entry = { at: 9_000, host, wake: false };
    const ports = { ...stores, entropy: { id: () => 't2' } };
    const ticketed = await ticketHost(
      ports,
      job,
      {
        host,
        entries: [entry],
        wake: false,
      },
      { politeness: settings.politeness, timing: timing(6_000) },
    );
    expect(ticketed).toMatchObject({ ticket: { host, turn: 2, id: 't2' } });
  });
});

describe('a try that a registered domain has left', () => {
  it('goes to the next host when the first one of the list stands there twice and is at work', async () => {
    const stores = memoryPorts(new HeldClock());
    const busy = 'busy.site.example' as HostName;
    await stores.domains.putLedger(domain, 0, { ...spent, credit: 1 });
    await stores.hosts.putControl({ job: 'a', host: busy }, undefined, control);
    const places = ['0-0001-1', '0-0001-2', '0-0001-3'] as const;
    await stores.domains.wait(domain, { host: busy, place: places[0] });
    await stores.domains.wait(domain, { host: busy, place: places[1] });
    await stores.domains.wait(domain, { host, place: places[2] });
    const waits = { domain: 'site.example', place: places[2] };
    await stores.hosts.putControl(key, undefined, { ...control, state: 'idle', waits });
    await wakeWaiting(stores, domain, budgets);
    const woken = await stores.due.due('a', stores.clock.now(), 10);
    expect(woken.map((entry) => entry.host).sort()).toEqual([busy, host].sort());
    stores.close();
  });
});

describe('the full text of a record', () => {
  const md5 = '0123456789abcdef0123456789abcdef' as Md5;
  const line = (of: string): string => JSON.stringify({ v: 1, md5: of, change: 'created' });
  const naming = (turn: number) => ({ md5, change: { host, turn, ordinal: 0 } });

  it('is found in the last turn that was committed when the record names one that never had the page', async () => {
    const stores = memoryPorts(new HeldClock());
    await stores.changes.put('a', `${host}/0000000004`, [line('f'), line(md5)]);
    await stores.changes.put('a', `${host}/0000000006`, [line('e')]);
    expect(await changeLineOf(stores, 'a', naming(6))).toMatchObject({ md5 });
    expect(await changeLineOf(stores, 'a', naming(3))).toBeUndefined();
    stores.close();
  });
});
