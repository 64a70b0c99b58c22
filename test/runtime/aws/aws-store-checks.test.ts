import {
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeletePublicAccessBlockCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { storeChecks } from '../../../lib/runtime/aws/aws-store-checks.ts';
import {
  type Clients,
  clientsOf,
  localCloud,
  makeBucket,
  makeTable,
} from '../../support/cloud/local-cloud.ts';

const cloud = await localCloud();

/** As a stack that adopted them finds them: made by hand, or restored. */
describe.skipIf(cloud === undefined)('what winnow doctor says of tables and bucket', () => {
  let clients: Clients;
  let TableName: string;
  let Bucket: string;

  beforeAll(async () => {
    if (cloud === undefined) return;
    clients = clientsOf(cloud);
    TableName = await makeTable(clients);
    Bucket = await makeBucket(clients);
    await clients.s3.send(new DeletePublicAccessBlockCommand({ Bucket }));
    return () => clients.close();
  });

  async function said(): Promise<readonly string[]> {
    const found: string[] = [];
    const environment = { frontierTable: TableName, recordsTable: TableName, bucket: Bucket };
    for await (const { ok, detail } of storeChecks(clients, environment)) found.push(`${ok}: ${detail}`);
    return found;
  }

  it('is all that they lack of what a stack gives its own', async () => {
    const table = `warn: ${TableName} lacks deletion protection, point-in-time recovery, expiry of items`;
    const bucket = `warn: ${Bucket} lacks no public access, former versions; events go to 0 destinations`;
    expect(await said()).toEqual([table, table, bucket]);
  });

  it('is nothing any more once each is set as docs/runbook.md#restore says', async () => {
    const { dynamo, s3 } = clients;
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ttl' };
    await dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await dynamo.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
    await dynamo.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
    const PublicAccessBlockConfiguration = {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    };
    await s3.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
    const VersioningConfiguration = { Status: 'Enabled' } as const;
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
    expect((await said()).filter((one) => !one.startsWith('ok: '))).toEqual([]);
  });

  it('is a rule by which staged objects expire, as an earlier Winnow made it', async () => {
    const rule = {
      ID: 'staged',
      Status: 'Enabled',
      Filter: { Prefix: 'staged/' },
      Expiration: { Days: 7 },
    } as const;
    const LifecycleConfiguration = { Rules: [rule] };
    await clients.s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }));
    const warned = (await said()).filter((one) => one.startsWith('warn: '));
    expect(warned).toEqual([`warn: ${Bucket} lacks staged objects that stay; events go to 0 destinations`]);
  });
});
