import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Meter } from './meter.ts';

export interface AwsClients {
  readonly dynamo: DynamoDBClient;
  readonly s3: S3Client;
  readonly sqs: SQSClient;
}

/**
 * The SDK's clients, one set per process. Region, credentials and endpoint come from the environment as for every
 * AWS tool (`AWS_ENDPOINT_URL` for a local cloud). A request is tried five times, with back-off, and none hangs: a
 * worker that waits for AWS holds a host's gate.
 */
export function awsClients(meter: Meter): AwsClients {
  const config = { maxAttempts: 5, requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000 } };
  const clients = {
    dynamo: new DynamoDBClient(config),
    s3: new S3Client(config),
    sqs: new SQSClient(config),
  };
  for (const client of Object.values(clients)) meter.watch(client);
  return clients;
}
