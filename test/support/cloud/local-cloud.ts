import { randomBytes } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { sdkClient } from '../../../lib/adapters/aws/clients/sdk-client.ts';
import { tableKey } from '../../../lib/config/stack/names.ts';
import { clientConfig } from '../../../localstack/clients.ts';
import { startCloud } from '../../../localstack/cloud.ts';
import { type Cloud, homes } from '../../../localstack/state.ts';
import { enter } from './cloud-users.ts';

export interface Clients {
  readonly dynamo: DynamoDBClient;
  readonly s3: S3Client;
  readonly sqs: SQSClient;
  /** Closes the connections. */
  close(): void;
}

/**
 * The cloud that all suites of a test run share, IAM and TLS enforced, started by whoever needs it first.
 * Undefined, with the reason printed, only when it cannot start and WINNOW_SKIP_CLOUD=1 says that this may be.
 */
export async function localCloud(): Promise<Cloud | undefined> {
  // Said first: a run that ends now must not stop what this one is about to use.
  const run = process.env.WINNOW_TEST_RUN;
  if (run !== undefined) enter(run);
  try {
    return await startCloud({
      home: homes.tests,
      strict: (process.env.AWS_ENDPOINT_URL ?? '') === '',
      port: 0,
      startedBy: 'the tests',
      // The emulator that the docs say was verified, whatever the machine has.
      preferMiniStack: true,
      say: (line) => console.error(line),
    });
  } catch (error) {
    if (process.env.WINNOW_SKIP_CLOUD !== '1') throw error;
    console.error(`skipped, the local cloud does not start: ${(error as Error).message}`);
    return undefined;
  }
}

/** Clients of the cloud; new ones for each caller, so that their middleware is its own. */
export function clientsOf(
  cloud: Cloud,
  credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string },
): Clients {
  const config = {
    ...clientConfig(cloud),
    maxAttempts: 3,
    ...(credentials !== undefined && { credentials }),
  };
  const clients = {
    dynamo: sdkClient(DynamoDBClient, config),
    s3: sdkClient(S3Client, { ...config, forcePathStyle: true }),
    sqs: sdkClient(SQSClient, config),
  };
  return {
    ...clients,
    close: () => {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
}

/** A table with the key schema of the stack's, without expiry: nothing may depend on it. Returns its name. */
export async function makeTable({ dynamo }: Clients): Promise<string> {
  const TableName = freshResource();
  await dynamo.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: tableKey.partition, AttributeType: 'S' },
        { AttributeName: tableKey.sort, AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: tableKey.partition, KeyType: 'HASH' },
        { AttributeName: tableKey.sort, KeyType: 'RANGE' },
      ],
    }),
  );
  await waitUntilTableExists({ client: dynamo, maxWaitTime: 30, minDelay: 0.2, maxDelay: 1 }, { TableName });
  return TableName;
}

/** A bucket as plain as can be. Returns its name. */
export async function makeBucket({ s3 }: Clients): Promise<string> {
  const Bucket = freshResource();
  await s3.send(new CreateBucketCommand({ Bucket }));
  return Bucket;
}

/** A FIFO queue in high-throughput mode, as the stack's. Returns its URL. */
export async function makeQueue(
  { sqs }: Clients,
  { fifo }: { readonly fifo: boolean } = { fifo: true },
): Promise<string> {
  const ofFifo = {
    FifoQueue: 'true',
    DeduplicationScope: 'messageGroup',
    FifoThroughputLimit: 'perMessageGroupId',
  };
  const { QueueUrl } = await sqs.send(
    new CreateQueueCommand({
      QueueName: `${freshResource()}${fifo ? '.fifo' : ''}`,
      Attributes: { ...(fifo ? ofFifo : {}), VisibilityTimeout: '120' },
    }),
  );
  if (QueueUrl === undefined) throw new Error('the queue has no URL');
  return QueueUrl;
}

function freshResource(): string {
  return `winnow-test-${randomBytes(6).toString('hex')}`;
}
