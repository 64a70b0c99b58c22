import {
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  PutFunctionRecursionConfigCommand,
  RecursiveLoop,
} from '@aws-sdk/client-lambda';
import { type LifecycleRule, PutBucketLifecycleConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { sdkClient } from '../lib/adapters/aws/clients/sdk-client.ts';
import { clientConfig } from './clients.ts';
import { putRolePolicy, rolePolicies, rolePolicy } from './iam.ts';
import type { Cloud } from './state.ts';
import type { Deployed } from './template.ts';

/**
 * What MiniStack 1.5.33 drops of a template, done by the SDK after the deploy, so that the stack need not know.
 * Each mend stands beside its symptom; drop it when a newer version has mended it. Doing it twice does no harm.
 */
export async function mend(cloud: Cloud, resources: readonly Deployed[]): Promise<void> {
  const config = clientConfig(cloud);
  const dynamo = sdkClient(DynamoDBClient, config);
  const s3 = sdkClient(S3Client, { ...config, forcePathStyle: true });
  const lambda = sdkClient(LambdaClient, config);
  for (const resource of resources) {
    if (resource.type === 'AWS::DynamoDB::Table') await mendTable(dynamo, resource);
    if (resource.type === 'AWS::S3::Bucket') await mendBucket(s3, resource);
    if (resource.type === 'AWS::Lambda::Function') {
      await mendFunction(lambda, resource);
      if (cloud.strict) await mendRole(cloud, lambda, resource);
    }
  }
  for (const client of [dynamo, s3, lambda]) client.destroy();
}

async function mendTable(dynamo: DynamoDBClient, { name: TableName, properties }: Deployed): Promise<void> {
  const { TimeToLiveSpecification, PointInTimeRecoverySpecification } = properties as {
    readonly TimeToLiveSpecification?: { readonly AttributeName: string; readonly Enabled: boolean };
    readonly PointInTimeRecoverySpecification?: { readonly PointInTimeRecoveryEnabled: boolean };
  };
  // DescribeTimeToLive: DISABLED. Enabling it where it is enabled is an error.
  const { TimeToLiveDescription } = await dynamo.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveSpecification !== undefined && TimeToLiveDescription?.TimeToLiveStatus !== 'ENABLED') {
    await dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  // DescribeContinuousBackups: point-in-time recovery DISABLED.
  if (PointInTimeRecoverySpecification !== undefined) {
    await dynamo.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  }
}

interface TemplateRule {
  readonly Id: string;
  readonly Status: 'Enabled' | 'Disabled';
  readonly Prefix?: string;
  readonly ExpirationInDays?: number;
  readonly AbortIncompleteMultipartUpload?: { readonly DaysAfterInitiation: number };
  readonly NoncurrentVersionExpiration?: { readonly NoncurrentDays: number };
  readonly ExpiredObjectDeleteMarker?: boolean;
}

async function mendBucket(s3: S3Client, { name: Bucket, properties }: Deployed): Promise<void> {
  const { LifecycleConfiguration } = properties as {
    readonly LifecycleConfiguration?: { readonly Rules: readonly TemplateRule[] };
  };
  // GetBucketLifecycleConfiguration: NoSuchLifecycleConfiguration.
  if (LifecycleConfiguration === undefined) return;
  const Rules = LifecycleConfiguration.Rules.map(
    ({ Id, Prefix = '', ExpirationInDays, ExpiredObjectDeleteMarker, ...same }): LifecycleRule => ({
      ID: Id,
      Filter: { Prefix },
      ...(ExpirationInDays !== undefined && { Expiration: { Days: ExpirationInDays } }),
      ...(ExpiredObjectDeleteMarker !== undefined && { Expiration: { ExpiredObjectDeleteMarker } }),
      ...same,
    }),
  );
  await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
}

async function mendFunction(lambda: LambdaClient, { name, properties }: Deployed): Promise<void> {
  // GetFunctionRecursionConfig: Terminate.
  if (properties.RecursiveLoop !== RecursiveLoop.Allow) return;
  const command = { FunctionName: name, RecursiveLoop: RecursiveLoop.Allow };
  await lambda.send(new PutFunctionRecursionConfigCommand(command));
}

/** Beside the role's own policies, so that those stay as the stack wrote them. */
const localPolicy = 'local-cloud';

async function mendRole(cloud: Cloud, lambda: LambdaClient, { name }: Deployed): Promise<void> {
  const { Role } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: name }));
  const role = Role?.split('/').at(-1) ?? '';
  for (const policy of await rolePolicies(cloud, role)) {
    const { Version, Statement } = await rolePolicy(cloud, role, policy);
    // SendMessageBatch: AccessDenied, no policy allows sqs:SendMessageBatch. There is no such action: sqs:SendMessage
    // covers batches (Service Authorization Reference, Amazon SQS).
    const sending = Statement.filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'));
    if (sending.length === 0) continue;
    const batches = sending.map((statement) => ({ ...statement, Action: 'sqs:SendMessageBatch' }));
    await putRolePolicy(cloud, role, localPolicy, { Version, Statement: batches });
  }
}
