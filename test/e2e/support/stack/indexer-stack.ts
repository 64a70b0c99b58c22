import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetBucketNotificationConfigurationCommand,
  PutBucketNotificationConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import { fetchIndex } from '../../../../examples/indexer/aws/stored-index.ts';
import { IndexFile } from '../../../../examples/indexer/index-file.ts';
import { sdkClient } from '../../../../lib/adapters/aws/clients/sdk-client.ts';
import { clientConfig } from '../../../../localstack/clients.ts';
import { stackOutputs } from '../../../../localstack/template.ts';
import { deployAssembly } from './assembly.ts';
import type { DeployedStack } from './deployed-stack.ts';
import { synthesiseApp } from './synthesis.ts';

/** The stack of examples/indexer, deployed beside a crawl's stack. */
export interface DeployedIndexer {
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly bucket: string;
  /** Sends its queue messages, in this order. */
  send(bodies: readonly string[]): Promise<void>;
  /** Takes the messages that it gave up out of its dead-letter queue. */
  givenUp(): Promise<readonly string[]>;
  /**
   * Has the bucket of the crawl tell it of the changes of a job, as another deploy of that stack with the queue among its
   * `changesDestinations` does; and nobody any more.
   */
  connect(job: string): Promise<void>;
  disconnect(): Promise<void>;
  /** The pages that it has of a job now: their MD5s and URLs. */
  pages(job: string): Promise<ReadonlyMap<string, string>>;
  /** Tells those of the crawl's stack again that were told before. */
  close(): Promise<void>;
}

export async function deployedIndexer({ cloud, outputs, sqs }: DeployedStack): Promise<DeployedIndexer> {
  const outDir = mkdtempSync(join(tmpdir(), 'winnow-e2e-indexer-'));
  const crawlBucket = outputs.BucketName ?? '';
  const program = 'examples/indexer/aws/deploy.ts';
  await synthesiseApp(cloud, { outDir, program, context: { crawlBucket } });
  await deployAssembly(cloud, { outDir, stack: 'winnow-indexer' });
  const {
    QueueArn = '',
    QueueUrl = '',
    DeadLettersUrl = '',
    IndexBucket = '',
  } = stackOutputs(outDir, 'winnow-indexer');
  // What fails comes again soon, and what takes longer than this is delivered twice.
  const Attributes = { VisibilityTimeout: '2' };
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
  const s3 = sdkClient(S3Client, { ...clientConfig(cloud), forcePathStyle: true });
  const before = await s3.send(new GetBucketNotificationConfigurationCommand({ Bucket: crawlBucket }));
  const tell = (NotificationConfiguration: object) =>
    s3.send(
      new PutBucketNotificationConfigurationCommand({ Bucket: crawlBucket, NotificationConfiguration }),
    );
  return {
    queueUrl: QueueUrl,
    queueArn: QueueArn,
    bucket: IndexBucket,
    async send(bodies) {
      for (const MessageBody of bodies) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    },
    async givenUp() {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: DeadLettersUrl, MaxNumberOfMessages: 10 }),
      );
      for (const { ReceiptHandle } of Messages)
        await sqs.send(new DeleteMessageCommand({ QueueUrl: DeadLettersUrl, ReceiptHandle }));
      return Messages.map(({ Body = '' }) => Body);
    },
    async connect(job) {
      const FilterRules = [{ Name: 'prefix' as const, Value: `changes/${job}/` }];
      const Events = ['s3:ObjectCreated:*'];
      await tell({ QueueConfigurations: [{ QueueArn, Events, Filter: { Key: { FilterRules } } }] });
    },
    async disconnect() {
      await tell({});
    },
    async pages(job) {
      const file = join(mkdtempSync(join(outDir, 'index-')), 'index.sqlite');
      try {
        await fetchIndex(IndexBucket, file);
      } catch (error) {
        if (String(error).includes('not there yet')) return new Map();
        throw error;
      }
      const index = new IndexFile(file, 'delete');
      const pages = index.pages(job);
      index.close();
      return pages;
    },
    async close() {
      const { $metadata: _, ...configuration } = before;
      await tell(configuration);
      s3.destroy();
      rmSync(outDir, { recursive: true });
    },
  };
}
