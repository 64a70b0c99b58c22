import { Stack } from 'aws-cdk-lib';
import { TableEncryption, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import { type IPrincipal, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { LogGroupProps } from 'aws-cdk-lib/aws-logs';
import { BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import { QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** The uses of the key by a function, through the services that store what the key encrypts. */
const keyActions = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/** The encryption of all stored data: with AWS's keys, or with one key of the account. */
export class Encryption extends Construct {
  private readonly key: IKey | undefined;

  /** @param key the key or its ARN; absent: AWS's keys */
  constructor(scope: Construct, id: string, key: IKey | string | undefined) {
    super(scope, id);
    this.key = typeof key === 'string' ? Key.fromKeyArn(this, 'Key', key) : key;
  }

  get ofTable(): Pick<TableProps, 'encryption' | 'encryptionKey'> {
    return this.key === undefined
      ? { encryption: TableEncryption.DEFAULT }
      : { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: this.key };
  }

  /** With a data key of the bucket: one request to KMS serves many objects. */
  get ofBucket(): Pick<BucketProps, 'encryption' | 'encryptionKey' | 'bucketKeyEnabled'> {
    return this.key === undefined
      ? { encryption: BucketEncryption.S3_MANAGED }
      : { encryption: BucketEncryption.KMS, encryptionKey: this.key, bucketKeyEnabled: true };
  }

  get ofQueue(): Pick<QueueProps, 'encryption' | 'encryptionMasterKey'> {
    return this.key === undefined
      ? { encryption: QueueEncryption.SQS_MANAGED }
      : { encryption: QueueEncryption.KMS, encryptionMasterKey: this.key };
  }

  get ofLog(): Pick<LogGroupProps, 'encryptionKey'> {
    return this.key === undefined ? {} : { encryptionKey: this.key };
  }

  /**
   * Lets CloudWatch encrypt the logs of a crawl's functions, where the key's policy can be added to: that of a key which was
   * made elsewhere must say it already.
   */
  allowLogs(crawl: string): void {
    const { region, account, partition } = Stack.of(this);
    const groups = `arn:${partition}:logs:${region}:${account}:log-group:/aws/lambda/${crawl}-*`;
    this.key?.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
        resources: ['*'],
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
      }),
    );
  }

  /** Lets somebody use the key through DynamoDB, S3 and SQS of this region only, never directly. */
  grantUse(principal: IPrincipal): void {
    if (this.key === undefined) return;
    const { region, urlSuffix } = Stack.of(this);
    principal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: keyActions,
        resources: [this.key.keyArn],
        conditions: {
          StringEquals: {
            'kms:ViaService': ['dynamodb', 's3', 'sqs'].map((service) => `${service}.${region}.${urlSuffix}`),
          },
        },
      }),
    );
  }
}
