import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Meter } from '../metering/meter.ts';
import { type CallDeadline, endInTime, sdkClient } from './sdk-client.ts';

export interface AwsClients {
  readonly dynamo: DynamoDBClient;
  readonly s3: S3Client;
  readonly sqs: SQSClient;
}

/** A request is tried so often, with back-off. */
const config = { maxAttempts: 5 };

/**
 * The SDK's clients, one set per process. Region, credentials and endpoint come from the environment as for every AWS
 * tool (`AWS_ENDPOINT_URL` for a local cloud). A request is tried five times, and ends in time: a worker
 * that waits for AWS keeps a host's gate closed.
 */
export function awsClients(meter: Meter, deadline: CallDeadline): AwsClients {
  const clients = { ...storeClients(deadline), sqs: endInTime(sdkClient(SQSClient, config), deadline) };
  for (const client of Object.values(clients)) meter.watch(client);
  return clients;
}

/** The clients of the tables and the bucket. */
export function storeClients(deadline: CallDeadline): Pick<AwsClients, 'dynamo' | 's3'> {
  return {
    dynamo: endInTime(sdkClient(DynamoDBClient, config), deadline),
    s3: endInTime(sdkClient(S3Client, config), deadline),
  };
}
