import { expect, it } from 'vitest';
import type { HostControl, HostKey, HostStore } from '../../../lib/ports/hosts.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, hostName, many, oddHosts, opened, t0 } from '../fixture.ts';

export const idle: HostControl = {
  state: 'idle',
  turn: 0,
  published: 0,
  attempts: 0,
  counters: { pending: 0, visited: 0, outcomes: {}, bytes: 0 },
};

const due: HostControl = { ...idle, state: 'due', dueAt: t0 };

const ticketed: HostControl = {
  state: 'ticketed',
  turn: 2 ** 40,
  ticket: 'q7-_Az',
  ticketExpires: t0 + 60_000,
  published: 2 ** 40 - 1,
  attempts: 2,
  care: { turns: 5, suspect: { fingerprint: '0123456789abcdef', tries: 3 } },
  politeness: { backoffs: 4, crowded: 3, parked: { since: t0 - 86_400_000, reason: 'status 503' } },
  counters: {
    pending: 10_000_000,
    visited: 2_000_000,
    outcomes: { stored: 12, 'off-topic': 3, 'over-budget': 1 },
    repeated: { stored: 2, 'off-topic': 1 },
    bytes: 5_000_000_000_000,
    unsupported: { 'application/vnd.ms-excel': 1, 'image/svg+xml': 2, other: 9 },
  },
};

const asleep: HostControl = {
  ...idle,
  standing: 'twin',
  waits: { domain: '>example.org', since: t0, isBarren: true },
  opened: { account: 'example.org', isFirst: true },
  band: 2,
  counters: { ...idle.counters, held: 7, checked: t0, overBudget: { held: 3, cut: 4, by: 'pagesPerHost' } },
};

export function hostControls(make: () => Promise<Fixture & { readonly hosts: HostStore }>): void {
  const fixture = opened(make);
  const freshKey = (): HostKey => ({ job: freshName(), host: hostName('a.example:8080') });

  it('is unknown until it is made, and cannot be changed before', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    expect(await hosts.control(key)).toBeUndefined();
    expect(await hosts.putControl(key, idle, due)).toBe(false);
    expect(await hosts.control(key)).toBeUndefined();
  });

  it.each([
    ['idle', idle],
    ['due', due],
    ['ticketed', ticketed],
    ['waiting for a try', asleep],
  ])('comes back field by field as it was stored when %s', async (_, control) => {
    const { hosts } = fixture();
    const key = freshKey();
    expect(await hosts.putControl(key, undefined, control)).toBe(true);
    expect(await hosts.control(key)).toEqual(control);
  });

  it('is made once: making it again is refused and changes nothing', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putControl(key, undefined, due);
    expect(await hosts.putControl(key, undefined, due)).toBe(false);
    expect(await hosts.putControl(key, undefined, ticketed)).toBe(false);
    expect(await hosts.control(key)).toEqual(due);
  });

  it('drops the fields that the next control does not have', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putControl(key, undefined, ticketed);
    expect(await hosts.putControl(key, ticketed, idle)).toBe(true);
    expect(await hosts.control(key)).toEqual(idle);
    expect(await hosts.putControl(key, idle, due)).toBe(true);
    expect(await hosts.control(key)).toEqual(due);
  });

  it.each<[string, HostControl]>([
    ['state', { ...ticketed, state: 'due' }],
    ['turn', { ...ticketed, turn: ticketed.turn - 1 }],
    ['ticket', { ...ticketed, ticket: 'another' }],
    ['absence of a ticket', idle],
  ])('is not written by one who saw another %s', async (_, stale) => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putControl(key, undefined, ticketed);
    expect(await hosts.putControl(key, stale, due)).toBe(false);
    expect(await hosts.control(key)).toEqual(ticketed);
  });

  it('is not written by one who saw a ticket when there is none', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putControl(key, undefined, due);
    expect(await hosts.putControl(key, { ...due, ticket: 'gone' }, idle)).toBe(false);
    expect(await hosts.control(key)).toEqual(due);
  });

  it('is written by one who saw the stamp, whatever else has changed', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putControl(key, undefined, due);
    const seen: HostControl = { ...due, dueAt: 1, attempts: 9, counters: ticketed.counters };
    expect(await hosts.putControl(key, seen, ticketed)).toBe(true);
    expect(await hosts.control(key)).toEqual(ticketed);
  });

  it('is not written twice by the same change of stamp', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putControl(key, undefined, due);
    expect(await hosts.putControl(key, due, ticketed)).toBe(true);
    expect(await hosts.putControl(key, due, ticketed)).toBe(false);
    expect(await hosts.control(key)).toEqual(ticketed);
  });

  it.each([
    ['made', undefined],
    ['dispatched', due],
  ])('is %s by exactly one of twenty side by side', async (_, was) => {
    const { hosts } = fixture();
    const key = freshKey();
    if (was !== undefined) await hosts.putControl(key, undefined, was);
    const next = Array.from({ length: 20 }, (_, i) => ({ ...ticketed, ticket: `ticket-${i}`, attempts: i }));
    const won = await Promise.all(next.map((control) => hosts.putControl(key, was, control)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await hosts.control(key)).toEqual(next[won.indexOf(true)]);
  });

  it('belongs to one host of one job', async () => {
    const { hosts } = fixture();
    const job = freshName();
    await many(oddHosts.length, (i) =>
      hosts.putControl({ job, host: oddHosts[i] ?? hostName('') }, undefined, { ...idle, turn: i }),
    );
    await hosts.putControl({ job: `${job}-2`, host: hostName('example.org') }, undefined, ticketed);
    for (const [turn, host] of oddHosts.entries()) {
      expect(await hosts.control({ job, host })).toEqual({ ...idle, turn });
    }
  });

  it('survives a crash at every await of its making and its changing', async () => {
    const { hosts, crash } = fixture();
    await crashEverywhere(crash, {
      prepare: async () => freshKey(),
      operation: async (key) => {
        await hosts.putControl(key, undefined, due);
        await hosts.putControl(key, due, ticketed);
      },
      check: async (key) => expect(await hosts.control(key)).toEqual(ticketed),
    });
  });
}
