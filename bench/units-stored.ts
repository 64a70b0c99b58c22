import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { itemSize } from '../lib/adapters/aws/base/item-size.ts';
import { prefixes } from '../lib/config/stack/names.ts';
import type { Clients } from '../test/support/cloud/local-cloud.ts';
import type { Resources } from '../test/support/cloud/metered-crawl.ts';

/** Bytes that lie in a store, by what they are. */
export interface Stored {
  readonly dynamodb: Readonly<Record<string, number>>;
  readonly s3: Readonly<Record<string, number>>;
}

/** DynamoDB bills each item's storage with this on top (developer guide, 2026-11). */
const itemOverhead = 100;

/** What a crawl left behind. */
export async function stored(clients: Clients, resources: Resources): Promise<Stored> {
  const dynamodb: Record<string, number> = {};
  for (const table of [resources.frontierTable, resources.recordsTable]) {
    let from: ScanCommandOutput['LastEvaluatedKey'];
    do {
      const page: ScanCommandOutput = await clients.dynamo.send(
        new ScanCommand({ TableName: table, ExclusiveStartKey: from }),
      );
      for (const item of page.Items ?? []) {
        const kind = item.pk?.S?.split('#')[0] ?? '';
        dynamodb[kind] = (dynamodb[kind] ?? 0) + itemSize(item) + itemOverhead;
      }
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
  }
  const s3: Record<string, number> = {};
  for (const [kind, Prefix] of Object.entries(prefixes)) {
    let after: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await clients.s3.send(
        new ListObjectsV2Command({ Bucket: resources.bucket, Prefix, ContinuationToken: after }),
      );
      s3[kind] = (page.Contents ?? []).reduce((sum, { Size = 0 }) => sum + Size, s3[kind] ?? 0);
      after = page.NextContinuationToken;
    } while (after !== undefined);
  }
  return { dynamodb, s3 };
}
