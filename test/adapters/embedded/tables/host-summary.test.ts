import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../lib/adapters/embedded/tables/database.ts';
import { SqliteHosts } from '../../../../lib/adapters/embedded/tables/sqlite-hosts.ts';
import { summarise } from '../../../../lib/pipeline/report/summary.ts';
import type { HostControl } from '../../../../lib/ports/hosts.ts';
import { hostName } from '../../../contracts/fixture.ts';
import { HeldClock } from '../../../support/clock.ts';

const clock = new HeldClock();
const count = fc.integer({ min: 0, max: 1_000_000 });
const counts = (keys: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...keys), fc.integer({ min: 1, max: 1_000 }));

const control: fc.Arbitrary<HostControl> = fc
  .record(
    {
      state: fc.constantFrom('idle' as const, 'due' as const, 'ticketed' as const),
      turn: fc.nat(),
      published: fc.nat(),
      attempts: fc.nat(5),
      dueAt: count,
      politeness: fc.record(
        {
          backoffs: fc.nat(2),
          parked: fc.record({ since: count, reason: fc.constantFrom('status 503', 'dns') }),
        },
        { requiredKeys: [] },
      ),
      waits: fc.record({
        domain: fc.constantFrom('example.org', 'example.com'),
        since: count,
      }),
      counters: fc.record(
        {
          pending: count,
          visited: count,
          bytes: count,
          outcomes: counts(['stored', 'failed', 'off-topic', 'gone']),
          repeated: counts(['stored', 'off-topic']),
          unsupported: counts(['image/svg+xml', 'application/x."odd"', 'other']),
          overBudget: fc.record({ by: fc.constant('pagesPerHost' as const), held: count, cut: count }),
        },
        { requiredKeys: ['pending', 'visited', 'bytes', 'outcomes'] },
      ),
    },
    { requiredKeys: ['state', 'turn', 'published', 'attempts', 'counters'] },
  )
  .map((made) => made as HostControl);

const write = fc.record({
  job: fc.constantFrom('a', 'b'),
  host: fc.constantFrom('x', 'y', 'z').map(hostName),
  control,
  item: fc.option(fc.record({ id: fc.constantFrom('m', 'n'), urls: fc.nat(1_000) }), { nil: undefined }),
  isTaken: fc.boolean(),
});

describe('the summary of a job', () => {
  it('is all zero for a job without hosts', () => {
    const database = openDatabase(':memory:');
    expect(new SqliteHosts(database.connection).summary('none')).toEqual({
      hosts: 0,
      idle: 0,
      due: 0,
      ticketed: 0,
      backingOff: 0,
      pendingBackingOff: 0,
      pending: 0,
      inboxes: { urls: 0 },
      visited: 0,
      bytes: 0,
      outcomes: {},
      repeated: {},
      unsupported: {},
      waiting: { hosts: 0, pending: 0, domains: [] },
      unyielding: { hosts: 0, held: 0 },
      parked: { hosts: 0, pending: 0, longest: [] },
      overBudget: { hosts: 0, held: 0, cut: 0 },
      nextDue: {},
    });
    database.close();
  });

  it('is at any time what a pass over all hosts would add up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 30 }), async (writes) => {
        const database = openDatabase(':memory:');
        const hosts = new SqliteHosts(database.connection);
        for (const { job, host, control: next, item, isTaken } of writes) {
          await hosts.putControl({ job, host }, await hosts.control({ job, host }), next);
          await hosts.putControl({ job, host }, undefined, next);
          if (item) await hosts.putInbox({ job, host }, { ...item, bytes: new Uint8Array(3) });
          if (isTaken) await hosts.deleteInbox({ job, host }, ['m']);
        }
        for (const job of ['a', 'b']) {
          const { hosts: number, ...sums } = hosts.summary(job);
          expect(sums).toEqual(await summarise({ hosts, clock }, job));
          expect(await hosts.addUp(job, false)).toEqual([]);
          expect(number).toBe(sums.idle + sums.due + sums.ticketed);
        }
        database.close();
      }),
      { numRuns: 60 },
    );
  });
});
