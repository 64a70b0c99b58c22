import { expect, it } from 'vitest';
import { isBatchName } from '../../../lib/domain/collection/changes-name.ts';
import { changesObjects, linesByTurn } from '../../support/collection/turn-lines.ts';
import { Version2Indexer } from '../../support/events/version-2-indexer.ts';
import { collection } from '../invariants.ts';
import { randomFrom } from '../simulation.ts';
import { jobs, World } from '../world.ts';
import { firstSeed, runs, timeoutMs, usual } from './sweep.ts';

/** Events in any order, some never, some twice; of each host the last turn is heard of. */
async function follow(world: World, job: string, seed: number): Promise<Version2Indexer> {
  const { changes } = world.stores;
  const nameOf = (key: string): string => key.slice(changes.key(job, '').length);
  const indexer = new Version2Indexer(async (key) => (await changes.read(job, nameOf(key)))?.join('\n'));
  const lasts = new Map<string, { turn: number; key: string }>();
  for (const [name, objects] of await linesByTurn(changes, job)) {
    const [host = '', turn = ''] = name.split(' ');
    const [object = ''] = objects.keys();
    if (Number(turn) > (lasts.get(host)?.turn ?? 0))
      lasts.set(host, { turn: Number(turn), key: changes.key(job, object) });
  }
  const needed = new Set([...lasts.values()].map(({ key }) => key));
  const random = randomFrom(seed);
  const events = (await changesObjects(changes, job))
    .flatMap(({ key }) =>
      Array.from({ length: Math.floor(random() * 3) || (needed.has(key) ? 1 : 0) }, () => key),
    )
    .map((key) => ({ key, place: random() }))
    .sort((a, b) => a.place - b.place);
  for (const { key } of events) await indexer.take(key);
  return indexer;
}

it(
  'an indexer of version 2 follows a crawl with batches, redelivery and kills, and ends with the collection',
  async () => {
    let shared = 0;
    for (let seed = firstSeed; seed < firstSeed + Math.max(4, runs / 10); seed += 1) {
      const world = new World(seed, {
        chaos: { ...usual, crash: 0.01 },
        changing: seed % 2 === 0,
        batch: 10,
      });
      try {
        await world.run();
        for (const job of jobs) {
          const indexer = await follow(world, job, seed);
          expect(indexer.records(job)).toEqual(await collection(world, job));
          for (const { name } of await changesObjects(world.stores.changes, job)) {
            const lines = (await world.stores.changes.read(job, name)) ?? [];
            const hosts = new Set(lines.map((line) => (JSON.parse(line) as { host: string }).host));
            if (isBatchName(name) && hosts.size > 1) shared += 1;
          }
        }
      } finally {
        world.stores.close();
      }
    }
    expect(shared).toBeGreaterThan(0);
  },
  timeoutMs,
);
