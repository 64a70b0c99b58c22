import { type IPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { WinnowError } from '../../base/error.ts';
import { prefixes } from '../../config/stack/names.ts';
import type { Encryption } from './encryption.ts';
import type { StackParts } from './stack-outputs.ts';

/**
 * What the command line needs of a stack: to find and call the ops function, to read the collection, to seed, to deploy jobs,
 * to analyse links, to repair and to look after dead letters. No scan of a table, and nothing of the collection is written or deleted.
 */
export function grantOperating(principal: IPrincipal, parts: StackParts, encryption: Encryption): void {
  const { frontier, records, bucket, ready, conversions, functions } = parts;
  const ops = functions.find(({ name }) => name === 'ops');
  if (ops === undefined) throw new WinnowError('internal', 'the crawl has no ops function');
  const allow = (actions: readonly string[], ...resources: readonly string[]): void => {
    principal.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  };
  allow(['lambda:GetFunctionConfiguration', 'lambda:InvokeFunction'], ops.lambda.functionArn);
  allow(
    [
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:BatchWriteItem',
    ],
    frontier.table.tableArn,
  );
  allow(['dynamodb:GetItem', 'dynamodb:Query'], records.table.tableArn);
  const objects = bucket.bucket;
  allow(['s3:ListBucket'], objects.bucketArn);
  allow(['s3:GetObject'], objects.arnForObjects('*'));
  allow(
    ['s3:PutObject'],
    ...[prefixes.config, prefixes.models].map((prefix) => objects.arnForObjects(`${prefix}*`)),
  );
  // Questions about links, and in SQL, add what is new to the link graph first.
  allow(['s3:PutObject', 's3:DeleteObject'], objects.arnForObjects(`${prefixes.graph}*`));
  // `sanity --repair` deletes what no turn, and no host, needs any more.
  allow(
    ['s3:DeleteObject'],
    ...[prefixes.staged, prefixes.converting].map((prefix) => objects.arnForObjects(`${prefix}*`)),
  );
  allow(['sqs:GetQueueAttributes', 'sqs:SendMessage'], ready.queue.queueArn, conversions.queue.queueArn);
  allow(
    ['sqs:GetQueueAttributes', 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility'],
    ready.deadLetters.queueArn,
    conversions.deadLetters.queueArn,
  );
  encryption.grantUse(principal);
}
