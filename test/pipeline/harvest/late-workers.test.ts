import { describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { emptyMemory, freeOpening } from '../../../lib/domain/domains/domain-credit.ts';
import { returnTicket } from '../../../lib/pipeline/dispatch/return-ticket.ts';
import { joinDomain, openedAs, type Waits } from '../../../lib/pipeline/domains/join-domain.ts';
import type { DomainMembership } from '../../../lib/pipeline/turn/domain-membership.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import { HeldClock } from '../../support/clock.ts';
import { testSettings } from '../../support/settings.ts';
import { memoryPorts } from '../../support/stores.ts';

const host = 'new.site.example' as HostName;
const key = { job: 'a', host };
const domain = { job: 'a', domain: 'site.example' };
const settings = testSettings('a');
const budgets = { ...settings.budgets, newHosts: 1 };
const control: HostControl = {
  ...{ state: 'ticketed', turn: 1, ticket: 't1', ticketExpires: 9_000, published: 0, attempts: 0 },
  counters: { pending: 0, visited: 0, outcomes: {}, bytes: 0 },
};

describe('a host that may not be tried', () => {
  it('is due again in a while, and keeps what its inbox has', async () => {
    const clock = new HeldClock();
    const stores = memoryPorts(clock);
    await stores.hosts.putControl(key, undefined, control);
    const opening = { ...freeOpening(true), tried: 1 as const, at: clock.now() };
    await stores.domains.open(domain, opening);
    const join = (stored: HostControl) =>
      joinDomain(stores, key, stored, { isNew: true, asksNobody: false, budgets });
    const first = (await join(control)) as Waits;
    expect(first.waits).toEqual({ domain: 'site.example', since: clock.now() });
    expect(first.until - clock.now()).toBeGreaterThanOrEqual(2_000);
    expect(await returnTicket(stores, key, { ...control, waits: first.waits }, first.until)).toBe(true);
    const stored = (await stores.hosts.control(key)) as HostControl;
    expect(stored).toMatchObject({ state: 'due', dueAt: first.until, waits: first.waits });
    expect(await stores.due.due('a', first.until, 10)).toMatchObject([{ host, wake: false }]);
    await clock.advance(60_000);
    const later = (await join(stored)) as Waits;
    expect(later.until - clock.now()).toBeGreaterThanOrEqual(60_000);
    await stores.domains.remember(domain, emptyMemory, 1);
    expect(await join(stored)).toMatchObject({ standing: 'trying', account: domain });
    stores.close();
  });

  it('keeps the try that it took until its turn begins', async () => {
    const stores = memoryPorts(new HeldClock());
    const join = (stored: HostControl) =>
      joinDomain(stores, key, stored, { isNew: true, asksNobody: false, budgets });
    await stores.domains.open(domain, freeOpening(true));
    const member = (await join(control)) as DomainMembership;
    expect(member.standing).toBe('trying');
    const { taken, ...others } = member;
    expect(taken).toEqual({ isOver: false });
    expect(await join(openedAs(control, member))).toEqual(others);
    expect(await stores.domains.domain(domain)).toMatchObject({ hosts: 2, tried: 1 });
    stores.close();
  });
});
