import type { S3Client } from '@aws-sdk/client-s3';
import { Table } from '../../../lib/adapters/aws/base/table.ts';
import { Bucket } from '../../../lib/adapters/aws/objects/bucket.ts';
import type { Cloud } from '../../../localstack/state.ts';
import type { Fixture } from '../../contracts/fixture.ts';
import { clientsOf, makeBucket, makeTable } from '../../support/cloud/local-cloud.ts';
import { CrashPlan, crashOnSend } from '../../support/crash.ts';

/** What is behind the adapters of one test: every request of theirs is a step of its crash plan. */
export interface CloudFixture extends Fixture {
  readonly table: Table;
  readonly bucket: Bucket;
  readonly s3: S3Client;
  readonly bucketName: string;
}

/** Makes fixtures on one table and one bucket, which are made on first use. */
export function cloudFixtures(cloud: Cloud): () => Promise<CloudFixture> {
  let names: Promise<readonly [table: string, bucket: string]> | undefined;
  return async () => {
    const clients = clientsOf(cloud);
    names ??= Promise.all([makeTable(clients), makeBucket(clients)]);
    const [table, bucket] = await names;
    const crash = new CrashPlan();
    for (const client of [clients.dynamo, clients.s3]) crashOnSend(client, crash);
    return {
      crash,
      table: new Table(clients.dynamo, table),
      bucket: new Bucket(clients.s3, bucket),
      s3: clients.s3,
      bucketName: bucket,
      close: async () => clients.close(),
    };
  };
}
