import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  GetBucketLifecycleConfigurationCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  type LifecycleRule,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type Environment, needed } from '../../config/stack/environment.ts';
import { prefixes, tableKey } from '../../config/stack/names.ts';
import type { Check } from '../shared/installation.ts';
import { type CheckResult, check } from './aws-check.ts';

/**
 * Checks that tables and bucket have the protection that a stack gives those that it makes. CloudFormation adopts others
 * as they are, and a restored table has none.
 */
export async function* storeChecks(
  { dynamo, s3 }: { readonly dynamo: DynamoDBClient; readonly s3: S3Client },
  environment: Environment,
): AsyncGenerator<Check> {
  yield await check('care of the frontier table', () =>
    tableCare(dynamo, needed(environment, 'frontierTable')),
  );
  yield await check('care of the records table', () =>
    tableCare(dynamo, needed(environment, 'recordsTable')),
  );
  yield await check('care of the bucket', () => bucketCare(s3, needed(environment, 'bucket')));
}

async function tableCare(dynamo: DynamoDBClient, TableName: string): Promise<CheckResult> {
  const [{ Table }, { ContinuousBackupsDescription }, { TimeToLiveDescription }] = await Promise.all([
    dynamo.send(new DescribeTableCommand({ TableName })),
    dynamo.send(new DescribeContinuousBackupsCommand({ TableName })),
    dynamo.send(new DescribeTimeToLiveCommand({ TableName })),
  ]);
  const { PointInTimeRecoveryStatus } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  const { TimeToLiveStatus, AttributeName } = TimeToLiveDescription ?? {};
  const expires = TimeToLiveStatus === 'ENABLED' || TimeToLiveStatus === 'ENABLING';
  return care(TableName, 'docs/runbook.md#restore, step 3, says how to set it', {
    'deletion protection': Table?.DeletionProtectionEnabled === true,
    'point-in-time recovery': PointInTimeRecoveryStatus === 'ENABLED',
    'expiry of items': expires && AttributeName === tableKey.expiry,
  });
}

async function bucketCare(s3: S3Client, Bucket: string): Promise<CheckResult> {
  const [access, rules, events, versioning] = await Promise.all([
    orNone(s3.send(new GetPublicAccessBlockCommand({ Bucket })), 'NoSuchPublicAccessBlockConfiguration'),
    orNone(s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket })), 'NoSuchLifecycleConfiguration'),
    s3.send(new GetBucketNotificationConfigurationCommand({ Bucket })),
    s3.send(new GetBucketVersioningCommand({ Bucket })),
  ]);
  const { BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets } =
    access?.PublicAccessBlockConfiguration ?? {};
  const destinationLists = [
    events.QueueConfigurations,
    events.TopicConfigurations,
    events.LambdaFunctionConfigurations,
  ];
  const destinations = destinationLists.flat().filter((one) => one !== undefined).length;
  const eventBridge = events.EventBridgeConfiguration === undefined ? '' : ' and EventBridge';
  const found = care(Bucket, 'docs/deploy.md#adopt says how to set what an adopted bucket lacks', {
    'no public access': [BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets].every(
      (one) => one === true,
    ),
    'staged objects that stay': !(rules?.Rules ?? []).some(expiresStaged),
    'former versions': versioning.Status === 'Enabled',
  });
  return { ...found, detail: `${found.detail}; events go to ${destinations} destinations${eventBridge}` };
}

/** Whether a rule expires staged objects: a committed turn needs them until it is published, however long its job is paused. */
function expiresStaged({ Filter, Prefix, Status, Expiration }: LifecycleRule): boolean {
  const prefix = Filter?.Prefix ?? Filter?.And?.Prefix ?? Prefix ?? '';
  const expires = Expiration?.Days !== undefined || Expiration?.Date !== undefined;
  return (
    Status === 'Enabled' &&
    expires &&
    (prefixes.staged.startsWith(prefix) || prefix.startsWith(prefixes.staged))
  );
}

/** @param has for each protection whether it is there */
function care(name: string, advice: string, has: Readonly<Record<string, boolean>>): CheckResult {
  const lacking = Object.keys(has).filter((one) => has[one] === false);
  return lacking.length === 0
    ? { ok: 'ok', detail: `${name} has ${Object.keys(has).join(', ')}` }
    : { ok: 'warn', detail: `${name} lacks ${lacking.join(', ')}`, advice };
}

/** Where S3 has no such configuration it answers with an error; here with undefined. */
async function orNone<T>(answer: Promise<T>, none: string): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === none) return undefined;
    throw error;
  }
}
