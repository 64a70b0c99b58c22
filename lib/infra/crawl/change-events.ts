import { Stack, Token } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnPermission, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnTopicInlinePolicy, type ITopic } from 'aws-cdk-lib/aws-sns';
import { CfnQueueInlinePolicy, type IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct, type IDependable } from 'constructs';
import { WinnowError } from '../../base/error.ts';
import { type ChangesDestination, overlaps } from '../../config/stack/changes-destination.ts';

/** Changes objects are only ever put; a replaced one (the same turn published again) repeats its content. */
const event = 's3:ObjectCreated:*';

/** CloudFormation may shorten a longer stack name to make a bucket name of it. */
const nameHead = 20;

interface Sender {
  readonly account: string;
  readonly buckets: string;
}

type Addressed = Extract<ChangesDestination, { readonly arn: string }>;

/** A construct that hears of changes. A queue or a topic must not be FIFO: S3 does not send to those. */
export type ChangesReceiver = IQueue | ITopic | IFunction;

/**
 * Notifies the indexers: S3 sends an event to each destination for every changes object under the destination's prefix.
 * Policies of destinations are added to, and none is replaced. S3 checks the policies when the bucket is made, so they are
 * made first.
 */
export class ChangeNotifications {
  readonly #scope: Construct;
  readonly #bucket: CfnBucket;
  readonly #sender: Sender;
  readonly #told: ChangesDestination[] = [];
  #parent: Construct | undefined;

  /** @param adopted the name of a bucket that exists already */
  constructor(scope: Construct, bucket: CfnBucket, adopted: string | undefined) {
    this.#scope = scope;
    this.#bucket = bucket;
    const { account, partition, stackName } = Stack.of(scope);
    // The bucket depends on these policies, so they cannot refer to the bucket: its generated name begins with the stack's.
    const generated = Token.isUnresolved(stackName) ? '*' : `${stackName.slice(0, nameHead).toLowerCase()}*`;
    this.#sender = { account, buckets: `arn:${partition}:s3:::${adopted ?? generated}` };
  }

  /** Adds destinations of the settings, which are checked already. */
  tell(destinations: readonly ChangesDestination[]): void {
    for (const one of destinations) {
      const place = this.#told.filter((told) => 'arn' in told).length;
      const isOurs = 'arn' in one && one.permission !== 'exists';
      this.#add(one, isOurs ? this.#permission(`Destination${place}`, one) : undefined);
    }
  }

  /** Adds a construct. @throws WinnowError `config` for what S3 does not send to */
  tellConstruct(receiver: ChangesReceiver, prefix: string): void {
    const { region } = Stack.of(this.#scope);
    const there = receiver.env.region;
    if (!Token.isUnresolved(region) && !Token.isUnresolved(there) && region !== there)
      throw new WinnowError(
        'config',
        `onChange: ${receiver.node.path} is in ${there}, the crawl in ${region}: S3 sends to its own region only`,
      );
    const one = destinationOf(receiver, prefix);
    const [overlap] = overlaps([...this.#told, one]);
    if (overlap !== undefined) throw new WinnowError('config', `onChange: ${overlap}`);
    this.#add(one, this.#permissionOf(receiver, one));
  }

  #add(one: ChangesDestination, permission: IDependable | undefined): void {
    if (permission !== undefined) this.#bucket.node.addDependency(permission);
    this.#told.push(one);
    const addressed = this.#told.filter((told): told is Addressed => 'arn' in told);
    const of = (kind: Addressed['kind']) => addressed.filter((told) => told.kind === kind);
    this.#bucket.notificationConfiguration = {
      queueConfigurations: of('sqs').map(({ arn, prefix }) => ({
        event,
        queue: arn,
        filter: filter(prefix),
      })),
      topicConfigurations: of('sns').map(({ arn, prefix }) => ({
        event,
        topic: arn,
        filter: filter(prefix),
      })),
      lambdaConfigurations: of('lambda').map(({ arn, prefix }) => ({
        event,
        function: arn,
        filter: filter(prefix),
      })),
      ...(this.#told.some((told) => told.kind === 'eventbridge') && {
        eventBridgeConfiguration: { eventBridgeEnabled: true },
      }),
    };
  }

  #permissionOf(receiver: ChangesReceiver, one: Addressed): IDependable | undefined {
    if ('queueArn' in receiver) {
      receiver.encryptionMasterKey?.addToResourcePolicy(s3MayEncrypt(this.#sender));
      return receiver.addToResourcePolicy(s3May('sqs:SendMessage', one.arn, this.#sender)).policyDependable;
    }
    if ('topicArn' in receiver)
      return receiver.addToResourcePolicy(s3May('sns:Publish', one.arn, this.#sender)).policyDependable;
    return this.#permission(`Function${this.#told.length}`, one);
  }

  #permission(id: string, { arn, kind }: Addressed): Construct {
    this.#parent ??= new Construct(this.#scope, 'ChangeEvents');
    switch (kind) {
      case 'lambda':
        return new CfnPermission(this.#parent, id, {
          action: 'lambda:InvokeFunction',
          functionName: arn,
          principal: 's3.amazonaws.com',
          sourceAccount: this.#sender.account,
          sourceArn: this.#sender.buckets,
        });
      case 'sns':
        return new CfnTopicInlinePolicy(this.#parent, id, {
          topicArn: arn,
          policyDocument: documentOf(s3May('sns:Publish', arn, this.#sender)),
        });
      case 'sqs':
        return new CfnQueueInlinePolicy(this.#parent, id, {
          queue: queueUrl(this.#scope, arn),
          policyDocument: documentOf(s3May('sqs:SendMessage', arn, this.#sender)),
        });
    }
  }
}

function destinationOf(receiver: ChangesReceiver, prefix: string): Addressed {
  const more = { prefix, permission: 'add' } as const;
  if ('queueArn' in receiver) {
    refuseFifo(receiver);
    return { kind: 'sqs', arn: receiver.queueArn, ...more };
  }
  if ('topicArn' in receiver) {
    refuseFifo(receiver);
    return { kind: 'sns', arn: receiver.topicArn, ...more };
  }
  return { kind: 'lambda', arn: receiver.functionArn, ...more };
}

function refuseFifo(receiver: IQueue | ITopic): void {
  if (receiver.fifo)
    throw new WinnowError('config', `onChange: ${receiver.node.path} is FIFO, and S3 does not send to those`);
}

function filter(prefix: string): CfnBucket.NotificationFilterProperty {
  return { s3Key: { rules: [{ name: 'prefix', value: prefix }] } };
}

function documentOf(...statements: PolicyStatement[]): PolicyDocument {
  return new PolicyDocument({ statements });
}

/** The conditions exclude the buckets of other accounts, and other buckets of this account (confused deputy). */
function s3May(action: string, resource: string, { account, buckets }: Sender): PolicyStatement {
  return new PolicyStatement({
    principals: [new ServicePrincipal('s3.amazonaws.com')],
    actions: [action],
    resources: [resource],
    conditions: {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': buckets },
    },
  });
}

/** S3 encrypts what it sends to an encrypted queue. */
function s3MayEncrypt({ account }: Sender): PolicyStatement {
  return new PolicyStatement({
    principals: [new ServicePrincipal('s3.amazonaws.com')],
    actions: ['kms:GenerateDataKey*', 'kms:Decrypt'],
    resources: ['*'],
    conditions: { StringEquals: { 'aws:SourceAccount': account } },
  });
}

function queueUrl(scope: Construct, arn: string): string {
  const [, , , region, account, name] = arn.split(':');
  return `https://sqs.${region}.${Stack.of(scope).urlSuffix}/${account}/${name}`;
}
