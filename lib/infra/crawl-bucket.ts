import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { ChangesDestination } from '../config/stack/changes-destination.ts';
import { environment, prefixes } from '../config/stack/names.ts';
import { WinnowError } from '../domain/base/error.ts';
import { notifyOfChanges } from './change-events.ts';
import type { Encryption } from './encryption.ts';
import type { WinnowFunction } from './winnow-function.ts';

export interface CrawlBucketProps {
  readonly changesDestinations: readonly ChangesDestination[];
  /** The bucket that is there already; absent: CloudFormation makes one and names it. */
  readonly bucketName: string | undefined;
  readonly encryption: Encryption;
  /** Whether it stays when the stack goes. */
  readonly retained: boolean;
}

/** What lies in the bucket, each kind under a prefix of its own. */
export type ObjectPrefix = keyof typeof prefixes;

/**
 * As long as tables can be restored: a table as it was names segments of hosts that were spent and deleted since
 * (docs/runbook.md#restore). So is what was written over by mistake, or by somebody who may put but not delete.
 */
const formerDays = 35;

/**
 * Everything that is kept as an object: documents, changes, link segments, hosts' segments, settings. Retained, what is deleted
 * or written over for as long as the tables' past. No object that is current expires by its age: a staged object belongs to a
 * committed turn until that turn is published, and a paused job publishes nothing for as long as it is paused.
 */
export class CrawlBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, props: CrawlBucketProps) {
    super(scope, id);
    const { bucketName, encryption, retained } = props;
    this.bucket = new Bucket(this, 'Objects', {
      ...(bucketName !== undefined && { bucketName }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      ...encryption.ofBucket,
      removalPolicy: retained ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      versioned: true,
      lifecycleRules: [
        { id: 'abandoned-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        {
          id: 'former',
          noncurrentVersionExpiration: Duration.days(formerDays),
          expiredObjectDeleteMarker: true,
        },
      ],
    });
    notifyOfChanges(this, cfnBucket(this.bucket), props.changesDestinations, bucketName);
  }

  /** Lets a function read the objects of these kinds, and learn that one is not there. */
  grantRead(fn: WinnowFunction, ...kinds: readonly ObjectPrefix[]): void {
    this.grant(fn, ['s3:GetObject'], kinds);
    // Without it S3 answers 403 for an object that does not exist, and 'absent' would look like 'forbidden'.
    fn.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
  }

  /** Lets a function put objects of these kinds. */
  grantWrite(fn: WinnowFunction, ...kinds: readonly ObjectPrefix[]): void {
    this.grant(fn, ['s3:PutObject'], kinds);
  }

  /** Lets a function delete objects of these kinds. */
  grantDelete(fn: WinnowFunction, ...kinds: readonly ObjectPrefix[]): void {
    this.grant(fn, ['s3:DeleteObject'], kinds);
  }

  private grant(fn: WinnowFunction, actions: readonly string[], kinds: readonly ObjectPrefix[]): void {
    fn.setVariable(environment.bucket, this.bucket.bucketName);
    fn.allow(
      actions,
      kinds.map((kind) => this.bucket.arnForObjects(`${prefixes[kind]}*`)),
    );
  }
}

function cfnBucket(bucket: Bucket): CfnBucket {
  const { defaultChild } = bucket.node;
  if (!(defaultChild instanceof CfnBucket)) throw new WinnowError('internal', 'the bucket has no CfnBucket');
  return defaultChild;
}
