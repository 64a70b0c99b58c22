import { CfnOutput, Duration, RemovalPolicy, Size, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { indexBucketVariable } from './environment.ts';

export interface IndexerStackProps extends StackProps {
  /** The output `BucketName` of Winnow's stack. */
  readonly crawlBucket: string;
  readonly code: Code;
}

const timeout = Duration.minutes(5);

/**
 * Winnow's bucket ─event→ queue ─→ consumer ─→ the index, one file in a bucket of its own. What cannot be taken in after
 * five tries lies in the dead-letter queue for two weeks.
 */
export class IndexerStack extends Stack {
  constructor(scope: Construct, id: string, { crawlBucket, code, ...props }: IndexerStackProps) {
    super(scope, id, props);
    const secure = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    const deadLetters = new Queue(this, 'DeadLetters', secure);
    const queue = new Queue(this, 'Changes', {
      ...secure,
      // AWS asks for six times the function's timeout.
      visibilityTimeout: Duration.minutes(30),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: 5 },
    });
    const crawl = Bucket.fromBucketName(this, 'Crawl', crawlBucket);
    queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': this.account },
          ArnEquals: { 'aws:SourceArn': crawl.bucketArn },
        },
      }),
    );
    const index = new Bucket(this, 'Index', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const consumer = new LambdaFunction(this, 'Consumer', {
      description: 'Takes changes of a crawl into a full-text index',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code,
      timeout,
      memorySize: 1_024,
      ephemeralStorageSize: Size.gibibytes(4),
      environment: { [indexBucketVariable]: index.bucketName },
    });
    consumer.addEventSource(
      // Many events share one upload of the index. Two at once is the least that SQS can be held to.
      new SqsEventSource(queue, {
        batchSize: 500,
        maxBatchingWindow: Duration.seconds(60),
        maxConcurrency: 2,
        // A message that cannot be taken in does not hold up, nor take with it, those that came beside it.
        reportBatchItemFailures: true,
      }),
    );
    index.grantReadWrite(consumer, 'index.sqlite');
    consumer.addToRolePolicy(
      new PolicyStatement({ actions: ['s3:GetObject'], resources: [crawl.arnForObjects('changes/*')] }),
    );
    consumer.addToRolePolicy(
      new PolicyStatement({ actions: ['s3:ListBucket'], resources: [crawl.bucketArn, index.bucketArn] }),
    );
    new CfnOutput(this, 'QueueArn', {
      value: queue.queueArn,
      description: 'For changesDestinations of Winnow',
    });
    new CfnOutput(this, 'QueueUrl', {
      value: queue.queueUrl,
      description: "For 'winnow events replay --to-queue'",
    });
    new CfnOutput(this, 'DeadLettersUrl', {
      value: deadLetters.queueUrl,
      description: 'What could not be taken in',
    });
    new CfnOutput(this, 'IndexBucket', { value: index.bucketName, description: "For 'search --bucket'" });
  }
}
