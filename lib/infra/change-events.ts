import { Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnTopicInlinePolicy } from 'aws-cdk-lib/aws-sns';
import { CfnQueueInlinePolicy } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ChangesDestination } from '../config/stack/changes-destination.ts';

/** Changes objects are only ever put; a replaced one (the same turn published again) repeats its content. */
const event = 's3:ObjectCreated:*';

/** CloudFormation may shorten a longer stack name to make a bucket name of it. */
const nameHead = 20;

interface Sender {
  readonly account: string;
  readonly buckets: string;
}

type Addressed = Extract<ChangesDestination, { readonly arn: string }>;

/**
 * Notifies the indexers: S3 sends an event to each destination for every changes object under the destination's prefix.
 * The stack adds to the policies of the destinations and replaces none. S3 checks the policies when the bucket is made,
 * so they are made first.
 * @param adopted the name of a bucket that exists already
 */
export function notifyOfChanges(
  scope: Construct,
  bucket: CfnBucket,
  destinations: readonly ChangesDestination[],
  adopted: string | undefined,
): void {
  if (destinations.length === 0) return;
  const { account, partition, stackName } = Stack.of(scope);
  // The bucket depends on these policies, so they cannot refer to the bucket: its generated name begins with the stack's.
  const buckets = `arn:${partition}:s3:::${adopted ?? `${stackName.slice(0, nameHead)}*`}`;
  const sender: Sender = { account, buckets };
  const parent = new Construct(scope, 'ChangeEvents');
  const addressed = destinations.filter((one): one is Addressed => 'arn' in one);
  for (const [index, one] of addressed.entries()) {
    if (one.permission === 'exists') continue;
    bucket.node.addDependency(permission(parent, `Destination${index}`, one, sender));
  }
  const of = (kind: Addressed['kind']) => addressed.filter((one) => one.kind === kind);
  bucket.notificationConfiguration = {
    queueConfigurations: of('sqs').map((one) => ({ event, queue: one.arn, filter: filter(one.prefix) })),
    topicConfigurations: of('sns').map((one) => ({ event, topic: one.arn, filter: filter(one.prefix) })),
    lambdaConfigurations: of('lambda').map((one) => ({
      event,
      function: one.arn,
      filter: filter(one.prefix),
    })),
    ...(destinations.some((one) => one.kind === 'eventbridge') && {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    }),
  };
}

function filter(prefix: string): CfnBucket.NotificationFilterProperty {
  return { s3Key: { rules: [{ name: 'prefix', value: prefix }] } };
}

function permission(scope: Construct, id: string, destination: Addressed, sender: Sender): Construct {
  const { arn, kind } = destination;
  switch (kind) {
    case 'lambda':
      return new CfnPermission(scope, id, {
        action: 'lambda:InvokeFunction',
        functionName: arn,
        principal: 's3.amazonaws.com',
        sourceAccount: sender.account,
        sourceArn: sender.buckets,
      });
    case 'sns':
      return new CfnTopicInlinePolicy(scope, id, {
        topicArn: arn,
        policyDocument: s3May('sns:Publish', arn, sender),
      });
    case 'sqs':
      return new CfnQueueInlinePolicy(scope, id, {
        queue: queueUrl(scope, arn),
        policyDocument: s3May('sqs:SendMessage', arn, sender),
      });
  }
}

/** The conditions exclude the buckets of other accounts, and other buckets of this account (confused deputy). */
function s3May(action: string, resource: string, sender: Sender): PolicyDocument {
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: [action],
        resources: [resource],
        conditions: {
          StringEquals: { 'aws:SourceAccount': sender.account },
          ArnLike: { 'aws:SourceArn': sender.buckets },
        },
      }),
    ],
  });
}

function queueUrl(scope: Construct, arn: string): string {
  const [, , , region, account, name] = arn.split(':');
  return `https://sqs.${region}.${Stack.of(scope).urlSuffix}/${account}/${name}`;
}
