import type { FunctionName } from '../../config/stack/names.ts';

/** The name of a resource in this list; for objects of the bucket with the prefix of their keys. */
export type GrantedResource =
  | 'own log'
  | 'frontier'
  | 'records'
  | 'ready.fifo'
  | 'convert queue'
  | 'dead letters'
  | 'dead letters of conversions'
  | 'event bus'
  | 'distil'
  | 'secrets'
  | 'key'
  | 'everything'
  | 'bucket'
  | `bucket/${string}/*`;
export type Grants = Readonly<
  Record<FunctionName, Partial<Readonly<Record<GrantedResource, readonly string[]>>>>
>;

const log = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const read = ['dynamodb:GetItem', 'dynamodb:Query'];
const readWrite = [
  ...read,
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];
const get = ['s3:GetObject'];
const getPut = ['s3:GetObject', 's3:PutObject'];
const getPutDelete = ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'];
const list = ['s3:ListBucket'];
/** What both functions that people ask read of the bucket. */
const askedObjects = {
  bucket: list,
  'bucket/config/*': get,
  'bucket/segments/*': get,
  'bucket/graph/*': get,
  'bucket/links/*': get,
  'bucket/changes/*': get,
  'bucket/off-topic/*': get,
} as const;
const look = ['sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'];
const consume = [...look, 'sqs:DeleteMessage'].sort();
const connecting = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * All permissions of each function, like the second entry of double-entry bookkeeping. The constructs give permissions
 * where they connect a capability to a function; `test/infra/grants.test.ts` compares the template with this list, so
 * that no permission is added or lost unnoticed.
 */
export const grants: Grants = {
  dispatch: {
    'own log': log,
    frontier: readWrite,
    'ready.fifo': ['sqs:GetQueueAttributes', 'sqs:SendMessage'],
    bucket: list,
    'bucket/config/*': get,
  },
  harvest: {
    'own log': log,
    frontier: readWrite,
    records: readWrite,
    'ready.fifo': consume,
    bucket: list,
    'bucket/config/*': get,
    'bucket/graph/*': get,
    'bucket/models/*': get,
    'bucket/bundles/*': getPut,
    'bucket/changes/*': getPut,
    'bucket/segments/*': getPutDelete,
    'bucket/links/*': ['s3:PutObject'],
    'bucket/staged/*': getPutDelete,
    'bucket/off-topic/*': getPut,
    'bucket/converting/*': getPutDelete,
    'convert queue': ['sqs:SendMessage'],
  },
  convert: {
    'own log': log,
    frontier: readWrite,
    'convert queue': consume,
    bucket: list,
    'bucket/config/*': get,
    'bucket/converting/*': getPut,
  },
  recycle: {
    'own log': log,
    frontier: readWrite,
    bucket: list,
    'bucket/config/*': get,
    'bucket/segments/*': get,
    'bucket/links/*': get,
    distil: ['lambda:InvokeFunction'],
  },
  ops: {
    'own log': log,
    frontier: readWrite,
    records: read,
    'ready.fifo': ['sqs:GetQueueAttributes', 'sqs:SendMessage'],
    'dead letters': consume,
    'convert queue': ['sqs:SendMessage'],
    'dead letters of conversions': consume,
    'event bus': ['events:PutEvents'],
    ...askedObjects,
    'bucket/reports/*': ['s3:PutObject'],
  },
};

/** Of the function that people look through: nothing that writes or deletes. */
export const viewGrants: Grants[FunctionName] = {
  'own log': log,
  frontier: read,
  records: read,
  'ready.fifo': ['sqs:GetQueueAttributes'],
  'dead letters': look,
  'dead letters of conversions': look,
  ...askedObjects,
};

/** Of the function that distils jobs. */
export const distilGrants: Grants[FunctionName] = {
  'own log': log,
  frontier: readWrite,
  records: read,
  bucket: list,
  'bucket/config/*': get,
  'bucket/links/*': get,
  'bucket/changes/*': get,
  'bucket/models/*': get,
  'bucket/graph/*': getPutDelete,
};

/** Of the function that a stack with `sql` has. */
export const sqlGrants: Grants[FunctionName] = {
  'own log': log,
  frontier: readWrite,
  records: read,
  bucket: list,
  'bucket/config/*': get,
  'bucket/models/*': get,
  'bucket/segments/*': get,
  'bucket/links/*': get,
  'bucket/graph/*': getPutDelete,
  'bucket/sql/*': getPutDelete,
};

/** Of the function that a stack with `sinks` has. */
export const sinksGrants: Grants[FunctionName] = {
  'own log': log,
  frontier: readWrite,
  records: read,
  bucket: list,
  'bucket/config/*': get,
  'bucket/changes/*': get,
};

/** Added when the stack has `secrets`. */
export const secretGrants: Partial<Grants> = {
  harvest: { secrets: ['secretsmanager:GetSecretValue'] },
};

/**
 * Added when the stack has `fixedAddresses`: lets Lambda connect the function to its network; a second policy denies the
 * same to the function's own code. EC2 allows most of these actions only for all resources.
 */
export const networkGrants: Partial<Grants> = { harvest: { everything: connecting } };

/** Added when the stack has a `network`, which all functions use, and a `kmsKey`, which they use through other services. */
export const teamGrants: Partial<Grants[FunctionName]> = {
  everything: connecting,
  key: [
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:Encrypt',
    'kms:GenerateDataKey',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
  ],
};
