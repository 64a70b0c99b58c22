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

/**
 * The SDK's clients, one set per process. Region, credentials and endpoint come from the environment as for every AWS
 * tool (`AWS_ENDPOINT_URL` for a local cloud). A request is tried five times, with back-off, and ends in time: a worker
 * that waits for AWS keeps a host's gate closed.
 */
export function awsClients(meter: Meter, deadline: CallDeadline): AwsClients {
  const config = { maxAttempts: 5 };
  const clients = {
    dynamo: sdkClient(DynamoDBClient, config),
    s3: sdkClient(S3Client, config),
    sqs: sdkClient(SQSClient, config),
  };
  for (const client of Object.values(clients)) meter.watch(endInTime(client, deadline));
  return clients;
}
