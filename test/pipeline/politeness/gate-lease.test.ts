import { afterEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../lib/adapters/embedded/tables/database.ts';
import { SqliteGates } from '../../../lib/adapters/embedded/tables/sqlite-gates.ts';
import { SystemClock } from '../../../lib/adapters/system/clock.ts';
import type { HostName } from '../../../lib/base/url/url.ts';
import { leaseGates } from '../../../lib/pipeline/politeness/gate-lease.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { testSettings } from '../../support/settings.ts';

const host = 'h.example' as HostName;
const settings = testSettings('birds');
const gapMs = 5_000;

let database: Database;
afterEach(() => database.close());

/** Processes of one machine, or of several with the right time, each of which is frozen now and then. */
function frozenProcesses(count: number) {
  database = openDatabase(':memory:');
  const gates = new SqliteGates(database.connection);
  const time = { wall: 1_800_000_000_000 };
  const frozen = Array.from({ length: count }, () => 0);
  const processes = frozen.map((_, index) => {
    const clock = new SystemClock({
      wall: () => time.wall,
      steady: () => time.wall - 1_799_000_000_000 - (frozen[index] ?? 0),
    });
    const ports = { gates, clock, entropy: { id: () => `${index}` }, fetcher: undefined as never };
    return {
      lease: () => leaseGates(ports, host, settings, { ticket: `${index}`, leaseMs: 60_000, gapMs }),
      release: () => gates.release(host, `${index}`, clock.now() + gapMs),
    };
  });
  const pass = (ms: number, frozenOnes: readonly boolean[]): void => {
    time.wall += ms;
    for (const [index, isFrozen] of frozenOnes.entries())
      if (isFrozen) frozen[index] = (frozen[index] ?? 0) + ms;
  };
  return { time, processes, pass };
}

describe('the gap of a gate', () => {
  it.each([1, 2, 3])('holds between processes that are frozen for moments (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const { time, processes, pass } = frozenProcesses(4);
    let endedAt = Number.NEGATIVE_INFINITY;
    let leases = 0;
    for (let step = 0; step < 2_000; step += 1) {
      const chosen = processes[Math.floor(random() * processes.length)];
      const claim = await chosen?.lease();
      if (claim !== undefined && 'gateLease' in claim) {
        leases += 1;
        expect(time.wall - endedAt).toBeGreaterThanOrEqual(gapMs);
        pass(300, []);
        endedAt = time.wall;
        await chosen?.release();
      }
      pass(
        Math.floor(random() * 1_200),
        processes.map(() => random() < 0.5),
      );
    }
    expect(leases).toBeGreaterThan(100);
  });
});
