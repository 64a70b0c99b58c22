import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { frontierPartitions } from '../../../lib/config/stack/names.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { HeldClock } from '../../support/clock.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { goesOn, keptItems } from '../../support/collection/earlier-version.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';

const cloud = await localCloud();
const dayMs = 86_400_000;

describe.skipIf(cloud === undefined)('on tables and a bucket of AWS', () => {
  if (cloud === undefined) return;
  for (const name of process.env.WINNOW_TEST_FULL === '1' ? ['2026-11-27', '2026-11-28'] : ['2026-11-27'])
    goesOn(name, () => {
      const { now, put } = keptItems(name);
      return storesOnCloud(cloud, put, new HeldClock(now + dayMs));
    });

  it('gives out no ticket of what a newer version has stored, and says what to do', async () => {
    const { put } = keptItems('2026-11-28');
    const { stores, close } = await storesOnCloud(cloud, async (storage) => {
      await put(storage);
      await storage.clients.dynamo.send(
        new UpdateItemCommand({
          TableName: storage.frontierTable,
          Key: { pk: { S: frontierPartitions.jobs }, sk: { S: 'kept' } },
          UpdateExpression: 'SET v = :newer',
          ExpressionAttributeValues: { ':newer': { N: '99' } },
        }),
      );
    });
    const dispatched = dispatch(stores, { timing: timing(60_000), maxOutstanding: 10 });
    await expect(dispatched).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringMatching(/newer Winnow.*deploy/),
    });
    expect(await stores.tickets.outstanding()).toBe(0);
    close();
  });
});
