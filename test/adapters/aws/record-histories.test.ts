import { describe, expect, it } from 'vitest';
import { Table } from '../../../lib/adapters/aws/base/table.ts';
import { DynamoRecords } from '../../../lib/adapters/aws/tables/dynamo-records.ts';
import { freshName } from '../../contracts/fixture.ts';
import { draftOf, md5Of, member, url } from '../../contracts/records/records-made.ts';
import { clientsOf, localCloud, makeTable } from '../../support/cloud/local-cloud.ts';
import { cloudFixtures } from './contracts-fixture.ts';

const cloud = await localCloud();
const md5 = md5Of(1);

/** What indexers learn of a record, with the revision that orders it. */
interface Event {
  readonly revision: number;
  readonly kind: 'made' | 'emptied';
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
function chance(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe.skipIf(cloud === undefined)('a record under many workers', () => {
  if (cloud === undefined) return;
  const make = cloudFixtures(cloud);

  it('is made again after each time it was emptied, and holds in the end what each worker left', async () => {
    const { table, close } = await make();
    const records = new DynamoRecords(table);
    for (let seed = 0; seed < 10; seed += 1) {
      const job = freshName();
      const events: Event[] = [];
      const work = async (worker: number): Promise<boolean> => {
        const random = chance(seed * 100 + worker);
        let holds = false;
        for (let step = 0; step < 6; step += 1) {
          if (random() < 0.55) {
            const { first, revision } = await records.add(job, draftOf(md5), member(`w${worker}`));
            if (first) events.push({ revision, kind: 'made' });
            holds = true;
          } else {
            const { empty, revision } = await records.remove(job, md5, url(`w${worker}`));
            if (empty) events.push({ revision, kind: 'emptied' });
            holds = false;
          }
        }
        return holds;
      };
      const held = await Promise.all([0, 1, 2, 3, 4].map(work));
      const expected = held.flatMap((holds, worker) => (holds ? [url(`w${worker}`)] : []));
      expect([...(await records.urls(job, md5, 100))].sort(), `seed ${seed}`).toEqual(expected);
      // Whoever goes by revisions ends with what is true.
      const last = events.toSorted((a, b) => a.revision - b.revision).at(-1);
      if (last !== undefined)
        expect(last.kind, `seed ${seed}`).toBe(expected.length > 0 ? 'made' : 'emptied');
      expect((await records.record(job, md5)) !== undefined, `seed ${seed}`).toBe(expected.length > 0);
    }
    await close?.();
  });

  it('is not given up for a URL that comes between the look and the verdict', async () => {
    const names = clientsOf(cloud);
    const tableName = await makeTable(names);
    const slow = clientsOf(cloud);
    const records = new DynamoRecords(new Table(names.dynamo, tableName));
    const remover = new DynamoRecords(new Table(slow.dynamo, tableName));
    const job = freshName();
    let came: Promise<unknown> | undefined;
    slow.dynamo.middlewareStack.add(
      (next) => async (args) => {
        const { UpdateExpression = '' } = args.input as { readonly UpdateExpression?: string };
        if (UpdateExpression.includes('REMOVE #more')) {
          came ??= records.add(job, draftOf(md5), member('c'));
          await came;
        }
        return next(args);
      },
      { step: 'initialize' },
    );
    for (const path of ['a', 'b']) await records.add(job, draftOf(md5), member(path));
    await records.remove(job, md5, url('a'));
    expect(await remover.remove(job, md5, url('b'))).toMatchObject({ empty: false });
    expect(await came).toMatchObject({ first: false });
    expect(await records.urls(job, md5, 10)).toEqual([url('c')]);
  });
});
