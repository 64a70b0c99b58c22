import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../lib/adapters/embedded/tables/database.ts';
import { freeTickets, recoverAfterCrash } from '../../../../lib/adapters/embedded/tables/recover.ts';
import { SqliteDueIndex } from '../../../../lib/adapters/embedded/tables/sqlite-due-index.ts';
import { SqliteGates } from '../../../../lib/adapters/embedded/tables/sqlite-gates.ts';
import { SqliteHosts } from '../../../../lib/adapters/embedded/tables/sqlite-hosts.ts';
import { hostName, t0 } from '../../../contracts/fixture.ts';
import { idle } from '../../../contracts/hosts/hosts-control.ts';

const host = hostName('a.example');
const later = hostName('b.example');

function installation() {
  const { connection: db, close } = openDatabase(':memory:');
  return { db, close, hosts: new SqliteHosts(db), due: new SqliteDueIndex(db), gates: new SqliteGates(db) };
}

describe('recovering after a crash', () => {
  it('makes the hosts whose tickets died with the process due at once, and leaves the others alone', async () => {
    const { db, close, hosts, due } = installation();
    const ticketed = {
      ...idle,
      state: 'ticketed',
      turn: 1,
      ticket: 't',
      ticketExpires: t0 + 60_000,
    } as const;
    const waiting = { ...idle, state: 'due', dueAt: t0 + 5_000 } as const;
    for (const job of ['a', 'b']) await hosts.putControl({ job, host }, undefined, ticketed);
    await hosts.putControl({ job: 'a', host: later }, undefined, waiting);
    for (const round of [1, 2]) {
      expect(recoverAfterCrash(db, t0), `round ${round}`).toEqual({ tickets: 2, gates: 0 });
    }
    expect(await hosts.control({ job: 'a', host })).toEqual({ ...ticketed, ticketExpires: t0 });
    expect(await hosts.control({ job: 'a', host: later })).toEqual(waiting);
    for (const job of ['a', 'b']) expect(await due.due(job, t0, 10)).toEqual([{ at: t0, host, wake: true }]);
    close();
  });

  it('brings hosts whose page was tried in vain before behind the others, the more often the later', async () => {
    const { db, close, hosts, due } = installation();
    const tried = { a: 2, b: 0, c: 1 };
    for (const [name, tries] of Object.entries(tried)) {
      await hosts.putControl({ job: 'a', host: hostName(`${name}.example`) }, undefined, {
        ...idle,
        state: 'ticketed',
        turn: 1,
        ticket: name,
        ticketExpires: t0,
        ...(tries === 0 ? {} : { care: { suspect: { fingerprint: 'f', tries } } }),
      });
    }
    recoverAfterCrash(db, t0);
    const entries = await due.due('a', t0 + 1_000, 10);
    expect(entries.map((entry) => entry.host)).toEqual(['b.example', 'c.example', 'a.example']);
    close();
  });

  it('opens the gates that are still claimed after their gap, and no other', async () => {
    const { db, close, hosts, gates } = installation();
    const claim = { ticket: 't', now: t0 - 1_000, leaseMs: 30_000, gapMs: 7_000 };
    const ticketed = { ...idle, state: 'ticketed', turn: 1, ticket: 't', ticketExpires: t0 } as const;
    await hosts.putControl({ job: 'a', host }, undefined, ticketed);
    await gates.claim('dead', { ...claim, owner: 'a' });
    await gates.claim('released', { ...claim, owner: 'b' });
    await gates.release('released', 'b', t0 + 3_600_000);
    await gates.claim('of a guest', { ...claim, owner: 'c', ticket: 'c' });
    expect(recoverAfterCrash(db, t0)).toEqual({ tickets: 1, gates: 1 });
    // It was at work, and is said to have died once.
    expect((await hosts.control({ job: 'a', host }))?.attempts).toBe(1);
    expect(await gates.gate('of a guest')).toMatchObject({ owner: 'c', notBefore: t0 + 36_000 });
    expect(await gates.gate('dead')).toEqual({ notBefore: t0 + 7_000, leaseUntil: t0 });
    expect((await gates.gate('released'))?.notBefore).toBe(t0 + 3_600_000);
    expect(await gates.release('dead', 'a', t0)).toBe(false);
    expect(recoverAfterCrash(db, t0 + 1)).toEqual({ tickets: 1, gates: 0 });
    close();
  });
});

describe('freeing the tickets of a worker that ended', () => {
  it('makes their hosts due at once and opens their gates after the gap, those of no other ticket', async () => {
    const { db, close, hosts, due, gates } = installation();
    const ticketed = { ...idle, state: 'ticketed', turn: 1, ticketExpires: t0 + 60_000 } as const;
    for (const [name, ticket] of [
      ['a.example', 't1'],
      ['b.example', 't2'],
      ['c.example', 't3'],
    ] as const) {
      const key = { job: 'a', host: hostName(name) };
      await hosts.putControl(key, undefined, { ...ticketed, ticket });
      await gates.claim(name, { owner: ticket, ticket, now: t0, leaseMs: 60_000, gapMs: 1_000 });
    }
    const left = (name: string, id: string, isSuspect: boolean) => ({ job: 'a', host: name, id, isSuspect });
    freeTickets(db, [left('a.example', 't1', false), left('b.example', 't2', true)], t0 + 500);
    const controls = await Promise.all(
      ['a', 'b', 'c'].map((name) => hosts.control({ job: 'a', host: hostName(`${name}.example`) })),
    );
    expect(controls.map((one) => [one?.attempts, one?.ticketExpires])).toEqual([
      [0, t0 + 500],
      [1, t0 + 500],
      [0, t0 + 60_000],
    ]);
    expect((await due.due('a', t0 + 500, 10)).map((entry) => entry.host)).toEqual(['a.example', 'b.example']);
    expect((await gates.gate('a.example'))?.notBefore).toBe(t0 + 1_500);
    expect((await gates.gate('c.example'))?.notBefore).toBe(t0 + 61_000);
    close();
  });

  it('passes over a ticket that its host has no more', async () => {
    const { db, close, hosts, due } = installation();
    await hosts.putControl({ job: 'a', host }, undefined, { ...idle, state: 'idle', turn: 2 });
    freeTickets(db, [{ job: 'a', host, id: 'old', isSuspect: true }], t0);
    expect((await hosts.control({ job: 'a', host }))?.attempts).toBe(0);
    expect(await due.due('a', t0 + 1_000, 10)).toEqual([]);
    close();
  });
});
