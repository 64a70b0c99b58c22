import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { WinnowError } from '../../base/error.ts';
import type { ChangesDestination } from '../../config/stack/changes-destination.ts';
import { environment, prefixes } from '../../config/stack/names.ts';
import { ChangeNotifications } from './change-events.ts';
import type { Encryption } from './encryption.ts';
import type { Granted } from './winnow-function.ts';

export interface CrawlBucketProps {
  readonly changesDestinations: readonly ChangesDestination[];
  /** The name of a bucket that exists already; absent: CloudFormation makes one and names it. */
  readonly bucketName: string | undefined;
  readonly encryption: Encryption;
  /** Whether the bucket stays when the stack is deleted. */
  readonly retained: boolean;
}

/** The kinds of objects in the bucket, each with its own prefix. */
export type ObjectPrefix = keyof typeof prefixes;

/**
 * Former versions are kept as long as tables can be restored, because a restored table names segments that were deleted
 * since (docs/runbook.md#restore). They also protect against writes by mistake, or by somebody who may put but not
 * delete.
 */
const formerDays = 35;

/**
 * All that is stored as objects: documents, changes, link segments, segments of hosts, settings. Former versions are kept
 * as long as the tables' past. No current object expires: a staged object belongs to a committed turn until that turn is
 * published, and a paused job publishes nothing however long it is paused.
 */
export class CrawlBucket extends Construct {
  readonly bucket: Bucket;
  /** Who hears of the changes objects. */
  readonly changes: ChangeNotifications;

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
        // Copies that were replaced: the next copy makes everything again.
        { id: 'former-copies', prefix: prefixes.sql, noncurrentVersionExpiration: Duration.days(1) },
        // States and scratch of exports under way.
        { id: 'former-exports', prefix: prefixes.exports, noncurrentVersionExpiration: Duration.days(1) },
        // Parts of link graphs that were put together: the link log has everything.
        { id: 'former-graphs', prefix: prefixes.graph, noncurrentVersionExpiration: Duration.days(1) },
        // A restored table may name them all the same: then their visits bring them again.
        {
          id: 'converted',
          prefix: prefixes.converting,
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
    this.changes = new ChangeNotifications(this, cfnBucket(this.bucket), bucketName);
    this.changes.tell(props.changesDestinations);
  }

  /** Lets a function read objects of these kinds, and see when one is missing. */
  grantRead(fn: Granted, ...kinds: readonly ObjectPrefix[]): void {
    this.grant(fn, ['s3:GetObject'], kinds);
    // Without this right S3 answers 403 for a missing object, and 'absent' would look like 'forbidden'.
    fn.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
  }

  /** Lets a function put objects of these kinds. */
  grantWrite(fn: Granted, ...kinds: readonly ObjectPrefix[]): void {
    this.grant(fn, ['s3:PutObject'], kinds);
  }

  /** Lets a function delete objects of these kinds. */
  grantDelete(fn: Granted, ...kinds: readonly ObjectPrefix[]): void {
    this.grant(fn, ['s3:DeleteObject'], kinds);
  }

  private grant(fn: Granted, actions: readonly string[], kinds: readonly ObjectPrefix[]): void {
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
