import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { sdkClient } from '../../../../lib/adapters/aws/clients/sdk-client.ts';
import { clientConfig } from '../../../../localstack/clients.ts';
import type { DeployedStack } from './deployed-stack.ts';

/** All that a stack stores which names a job, or another whose name begins so: items, and versions of objects. */
export async function storedOf({ cloud, outputs }: DeployedStack, job: string): Promise<readonly string[]> {
  const config = clientConfig(cloud);
  const dynamo = sdkClient(DynamoDBClient, config);
  const s3 = sdkClient(S3Client, { ...config, forcePathStyle: true });
  const found: string[] = [];
  for (const TableName of [outputs.FrontierTable, outputs.RecordsTable]) {
    let from: Record<string, never> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await dynamo.send(
        new ScanCommand({ TableName, ...(from && { ExclusiveStartKey: from }) }),
      );
      found.push(...Items.map((item) => JSON.stringify(item)));
      from = LastEvaluatedKey as typeof from;
    } while (from !== undefined);
  }
  const listed = await s3.send(new ListObjectVersionsCommand({ Bucket: outputs.BucketName }));
  for (const client of [dynamo, s3]) client.destroy();
  const versions = [...(listed.Versions ?? []), ...(listed.DeleteMarkers ?? [])];
  return [...found, ...versions.map(({ Key = '', VersionId }) => `${Key} ${VersionId}`)]
    .filter((one) => one.includes(job))
    .sort();
}
