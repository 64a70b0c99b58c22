import { type IPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { WinnowError } from '../../base/error.ts';
import { prefixes } from '../../config/stack/names.ts';
import type { Encryption } from './encryption.ts';
import { lookingAtLetters } from './order-queue.ts';
import type { StackParts } from './stack-outputs.ts';

type Allow = (actions: readonly string[], ...resources: readonly string[]) => void;

function allowing(principal: IPrincipal): Allow {
  return (actions, ...resources) => {
    principal.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  };
}

function arnOf({ functions }: StackParts, name: 'view' | 'ops'): string {
  const found = functions.find((one) => one.name === name);
  if (found === undefined) throw new WinnowError('internal', `the crawl has no function ${name}`);
  return found.lambda.functionArn;
}

/** A URL needs both actions since October 2025 (Lambda developer guide, 'Control access to Lambda function URLs'). */
function callingOf({ urls }: StackParts): readonly string[] {
  return ['lambda:InvokeFunction', ...(urls === undefined ? [] : ['lambda:InvokeFunctionUrl'])];
}

/** What it takes to look at a stack: to call the function for that, and to read what the command line reads. No scan of a table. */
export function grantViewing(principal: IPrincipal, parts: StackParts, encryption: Encryption): void {
  const { frontier, records, bucket, ready, conversions } = parts;
  const allow = allowing(principal);
  allow(callingOf(parts), arnOf(parts, 'view'));
  // The environment of `ops` says where everything is.
  allow(['lambda:GetFunctionConfiguration'], arnOf(parts, 'ops'));
  allow(['dynamodb:GetItem', 'dynamodb:Query'], frontier.table.tableArn, records.table.tableArn);
  allow(['s3:ListBucket'], bucket.bucket.bucketArn);
  allow(['s3:GetObject'], bucket.bucket.arnForObjects('*'));
  allow(['sqs:GetQueueAttributes'], ready.queue.queueArn, conversions.queue.queueArn);
  allow(lookingAtLetters, ready.deadLetters.queueArn, conversions.deadLetters.queueArn);
  encryption.grantUse(principal);
}

/**
 * What the command line needs beside that: to call the ops function, to seed, to deploy jobs, to analyse links, to repair and to look
 * after dead letters. Nothing of the collection is written or deleted.
 */
export function grantOperating(principal: IPrincipal, parts: StackParts, encryption: Encryption): void {
  grantViewing(principal, parts, encryption);
  const { frontier, bucket, ready, conversions } = parts;
  const allow = allowing(principal);
  const objects = (...kinds: readonly (keyof typeof prefixes)[]): readonly string[] =>
    kinds.map((kind) => bucket.bucket.arnForObjects(`${prefixes[kind]}*`));
  allow(callingOf(parts), arnOf(parts, 'ops'));
  if (parts.sinks !== undefined) allow(['lambda:InvokeFunction'], parts.sinks.lambda.functionArn);
  allow(
    ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
    frontier.table.tableArn,
  );
  allow(['s3:PutObject'], ...objects('config', 'models'));
  // Questions about links, and in SQL, add what is new to the link graph first; a slice of an export puts and clears away its parts.
  allow(['s3:PutObject', 's3:DeleteObject'], ...objects('graph', 'exports'));
  // `sanity --repair` deletes what no turn, and no host, needs any more.
  allow(['s3:DeleteObject'], ...objects('staged', 'converting'));
  allow(['sqs:SendMessage'], ready.queue.queueArn, conversions.queue.queueArn);
  allow(['sqs:DeleteMessage'], ready.deadLetters.queueArn, conversions.deadLetters.queueArn);
}

/** What it takes to delete beside that, with all former versions, and to write over pages in bundles and changes objects. */
export function grantDestroying(principal: IPrincipal, parts: StackParts, encryption: Encryption): void {
  grantOperating(principal, parts, encryption);
  const { bucket } = parts;
  const allow = allowing(principal);
  // Who lacks this is refused before anything is deleted (`mayDestroy` of a stack).
  allow(['s3:ListBucketVersions'], bucket.bucket.bucketArn);
  const kinds = ['bundles', 'changes', 'offTopic'] as const;
  allow(['s3:PutObject'], ...kinds.map((kind) => bucket.bucket.arnForObjects(`${prefixes[kind]}*`)));
  allow(['s3:DeleteObject', 's3:DeleteObjectVersion'], bucket.bucket.arnForObjects('*'));
}
