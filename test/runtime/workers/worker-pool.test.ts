import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../lib/adapters/embedded/base/connection.ts';
import { openDatabase } from '../../../lib/adapters/embedded/tables/database.ts';
import type { LeftTicket } from '../../../lib/adapters/embedded/tables/recover.ts';
import type { HostName } from '../../../lib/base/url/url.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import type { VisitSeen } from '../../../lib/pipeline/turn/turn.ts';
import type { TurnOrder } from '../../../lib/runtime/workers/messages.ts';
import type { WorkerCount } from '../../../lib/runtime/workers/worker-count.ts';
import { type WorkerPool, type WorkerTurns, workerPool } from '../../../lib/runtime/workers/worker-pool.ts';

const oddWorker = new URL('../../support/odd-worker.mjs', import.meta.url);
const neverReady = new URL('data:text/javascript,setInterval(() => {}, 1_000)');
let pool: WorkerPool;

afterEach(() => pool.close());

function opened(
  count: number | WorkerCount,
  limits: { startMs?: number; pageMs?: number; silentMs?: number; dataDir?: string } = {},
) {
  const freed: LeftTicket[] = [];
  const seen: VisitSeen[] = [];
  const started: Worker[] = [];
  pool = workerPool({
    ...{ dataDir: '', clockOffset: () => 0, flush: () => undefined, onOrdered: () => undefined },
    ...limits,
    free: (left) => void freed.push(...left),
    spawn(_, options) {
      const worker = new Worker(limits.startMs === undefined ? oddWorker : neverReady, options);
      started.push(worker);
      return worker;
    },
  });
  pool.grow(typeof count === 'number' ? { least: count, most: count } : count);
  const turns: WorkerTurns = pool.join(undefined, (visit) => void seen.push(visit));
  return { freed, seen, started, turns };
}

function turnOf(name: string, gate?: string): TurnOrder {
  const host = `${name}.example` as HostName;
  const ticket = { job: 'a', host, turn: 1, id: name, gate: gate ?? host, config: 'c', pages: 1 };
  return { delivery: { ticket, receives: 1 }, timing: timing(60_000), pages: 1 };
}

/** Why a turn did not end. */
async function ending(turn: Promise<unknown>): Promise<unknown> {
  return await turn.then(
    () => 'it ended well',
    (error: unknown) => error,
  );
}

describe('the workers of one machine', () => {
  it('run turns, and tell of their visits before they end', async () => {
    const { turns, seen, freed } = opened(2);
    const { report, lost } = await turns.run(turnOf('a'));
    expect({ host: report.host, lost }).toEqual({ host: 'a.example', lost: [] });
    expect(seen.map(({ bytes, isFailed }) => ({ bytes, isFailed }))).toEqual([
      { bytes: 10, isFailed: false },
      { bytes: 5, isFailed: true },
    ]);
    expect(seen[0]?.totals()).toEqual({ pending: 7 });
    expect(freed).toEqual([]);
  });

  it('pass on why a turn failed, with the kind of error', async () => {
    const { turns } = opened(1);
    expect(await ending(turns.run(turnOf('fails')))).toMatchObject({ code: 'full', message: 'no room' });
    expect(pool.failure()).toBeUndefined();
  });

  it('stop the crawl when the connection of one has lost writes', async () => {
    const { turns } = opened(2);
    await turns.run(turnOf('broken'));
    expect(pool.failure()).toMatchObject({ code: 'full', message: 'no room' });
  });

  it('are replaced when one ends; only the turns that it had are lost, and their tickets are free', async () => {
    const { turns, freed, started } = opened(2);
    const [first, second] = [turnOf('waits'), turnOf('dies')];
    const beside = ending(turns.run({ ...first, delivery: { ...first.delivery } }));
    await turns.run(turnOf('a'));
    const lost = await ending(turns.run(second));
    expect(lost).toMatchObject({ name: 'WorkerEnded', isSuspect: true });
    expect(freed.map(({ id }) => id)).toContain('dies');
    await turns.run(turnOf('b'));
    await turns.run(turnOf('c'));
    for (const worker of started) await worker.terminate();
    expect(await beside).toMatchObject({ name: 'WorkerEnded' });
  });

  it('do not read a page again that took too long, and suspect nobody for it', {
    timeout: 30_000,
  }, async () => {
    const { turns, freed } = opened(1, { pageMs: 1_000 });
    const beside = ending(turns.run(turnOf('waits')));
    expect(await ending(turns.run(turnOf('hangs')))).toMatchObject({ name: 'WorkerEnded', isSuspect: false });
    expect(await beside).toMatchObject({ name: 'WorkerEnded', isSuspect: false });
    expect(freed.map(({ id, isSuspect }) => [id, isSuspect])).toEqual([
      ['waits', false],
      ['hangs', false],
    ]);
    // The thread that takes its place was told.
    expect((await turns.run(turnOf('hangs'))).report.result).toBe('committed');
  });

  it('are ended by a page that takes memory outside of their heaps, and do not read it again', {
    timeout: 30_000,
  }, async () => {
    const { turns } = opened(1);
    expect(await ending(turns.run(turnOf('hoards')))).toMatchObject({
      message: 'a worker ended: it takes more than 768 MB of memory',
      isSuspect: false,
    });
    expect((await turns.run(turnOf('hoards'))).report.result).toBe('committed');
  });

  it('suspect only the host whose page was read when one ended for another reason', async () => {
    const { turns, freed } = opened(1);
    const beside = ending(turns.run(turnOf('waits')));
    await ending(turns.run(turnOf('dies-of-a-page')));
    await beside;
    expect(freed.map(({ id, isSuspect }) => [id, isSuspect])).toEqual([
      ['waits', false],
      ['dies-of-a-page', true],
    ]);
    await ending(turns.run(turnOf('dies-of-a-page')));
    expect((await turns.run(turnOf('dies-of-a-page'))).report.result).toBe('committed');
  });

  it('are ended when they stand still without a page', { timeout: 30_000 }, async () => {
    const { turns } = opened(1, { silentMs: 1_500 });
    expect(await ending(turns.run(turnOf('silent')))).toMatchObject({
      message: 'a worker ended: it stood still for 1500 ms',
      isSuspect: true,
    });
  });

  it('are ended in time although this thread waits for the lock that they hold', {
    timeout: 90_000,
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'winnow-watch-'));
    try {
      const { connection, close } = openDatabase(dataDir);
      const beside = new Connection(connection.file, { waitMs: 4_400 });
      const { turns } = opened(1, { silentMs: 9_000, dataDir });
      const turn = ending(turns.run(turnOf('silent-with-the-lock')));
      let isOver = false;
      void turn.then(() => {
        isOver = true;
      });
      await pool.ready();
      let refused = 0;
      while (!isOver) {
        try {
          beside.run("INSERT OR REPLACE INTO link_open (job, id) VALUES ('a', 'b')");
        } catch {
          refused += 1;
        }
        await setTimeout(10);
      }
      expect(await turn).toMatchObject({ message: 'a worker ended: it stood still for 9000 ms' });
      // One wait before the first look, and three that count.
      expect(refused).toBeGreaterThan(0);
      expect(refused).toBeLessThanOrEqual(4);
      connection.run("INSERT OR REPLACE INTO link_open (job, id) VALUES ('a', 'b')");
      beside.close();
      close();
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  it('stop the crawl when they end again and again', { timeout: 60_000 }, async () => {
    const { turns } = opened(1);
    for (let i = 0; i < 9; i += 1) await ending(turns.run(turnOf('dies')));
    expect(pool.failure()).toBeUndefined();
    await ending(turns.run(turnOf('dies')));
    expect(pool.failure()).toMatchObject({ code: 'internal' });
  });

  it('stop the crawl when one does not start in time', async () => {
    const { turns, freed } = opened(1, { startMs: 500 });
    const turn = ending(turns.run(turnOf('a')));
    await pool.ready();
    expect(await turn).toMatchObject({ name: 'WorkerEnded', isSuspect: false });
    expect(freed.map(({ id, isSuspect }) => [id, isSuspect])).toEqual([['a', false]]);
    expect(pool.failure()).toMatchObject({
      code: 'unavailable',
      message: 'a worker ended: it did not start within 0.5 s',
    });
  });

  it('start only when they have turns, or will have some soon', async () => {
    const { turns, started } = opened(4);
    await turns.run(turnOf('a'));
    await turns.run(turnOf('a'));
    expect(started).toHaveLength(1);
    pool.start(3);
    expect(started).toHaveLength(3);
    pool.start(100);
    expect(started).toHaveLength(4);
    await turns.run(turnOf('b'));
    expect(started).toHaveLength(4);
  });

  it('are one until that has no time left', async () => {
    const { turns, started } = opened({ least: 1, most: 4 });
    pool.start(100);
    for (let i = 0; i < 5; i += 1) await turns.run(turnOf(`idle-${i}`));
    expect(started).toHaveLength(1);
    // Each gate in turn goes to the worker with the fewest turns: a second one as soon as there is one.
    for (let i = 0; i < 100 && started.length < 2; i += 1) await turns.run(turnOf('busy', `gate-${i}`));
    expect(started).toHaveLength(2);
  });
});
