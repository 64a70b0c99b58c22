/**
 * Names that the stack and the code that runs in it must agree on. The construct sets what the client reads:
 * both import this file, so that they cannot drift.
 */

/** Variables of the Lambdas' environment. The CLI reads the same ones from the configuration of the ops function. */
export const environment = {
  stack: 'WINNOW_STACK',
  frontierTable: 'WINNOW_FRONTIER_TABLE',
  recordsTable: 'WINNOW_RECORDS_TABLE',
  bucket: 'WINNOW_BUCKET',
  queueUrl: 'WINNOW_QUEUE_URL',
  /** Where tickets go that were given up. */
  deadLettersUrl: 'WINNOW_DEAD_LETTERS_URL',
  /** Where orders to convert documents go. */
  convertQueueUrl: 'WINNOW_CONVERT_QUEUE_URL',
  /** Where orders go that were given up. */
  convertLettersUrl: 'WINNOW_CONVERT_LETTERS_URL',
  /** Set where the function `convert` is an image that brings programs of its own. */
  programs: 'WINNOW_PROGRAMS',
  /** `turnMaxSeconds` of the stack: all timing derives from it. */
  turnSeconds: 'WINNOW_TURN_SECONDS',
  maxOutstanding: 'WINNOW_MAX_OUTSTANDING',
  /** ARNs of the secrets that jobs name, as JSON. */
  secrets: 'WINNOW_SECRETS',
  /** The digests of the plug-ins that the stack was deployed with, with commas. */
  plugins: 'WINNOW_PLUGINS',
  /** Which jobs are copied into tables, and how often, as JSON. */
  sql: 'WINNOW_SQL',
  /** Set where the stack feeds sinks. */
  sinks: 'WINNOW_SINKS',
  /** The function that distils jobs. */
  distiller: 'WINNOW_DISTILLER',
  /** What the stack is paid for by the month, in numbers as JSON. */
  standing: 'WINNOW_STANDING',
  /** The topic that alarms tell, or `noTopic`. */
  alarmTopic: 'WINNOW_ALARM_TOPIC',
} as const;

/** What stands for a topic where alarms tell none. */
export const noTopic = 'none';

/**
 * Key schema of both tables: two strings, and an epoch in seconds after which DynamoDB may delete an item. There
 * is no index: every access pattern is a key or a range of one partition (docs/decisions/0002-access-patterns.md).
 */
export const tableKey = { partition: 'pk', sort: 'sk', expiry: 'ttl' } as const;

/** First parts of the partition keys of the frontier table, each followed by `#`: what a policy may be narrowed to. */
export const frontierPartitions = {
  control: 'CTRL',
  body: 'BODY',
  inbox: 'INBOX',
  due: 'DUE',
  gate: 'GATE',
  robots: 'ROBOTS',
  segment: 'SEG',
  domain: 'DOMAIN',
  jobs: 'JOBS',
  day: 'DAY',
  counter: 'COUNT',
  command: 'COMMAND',
  commandLog: 'COMMANDS',
} as const;

/** First parts of the partition keys of the records table. */
export const recordPartitions = { record: 'REC', urls: 'URLS', near: 'NEAR', nearMembers: 'NEARM' } as const;

/** Beginnings of the keys in the bucket; after each comes the job and a slash. */
export const prefixes = {
  /** Raw documents in WARC files: kept, changed only where pages are erased. */
  bundles: 'bundles/',
  /** What committed turns did to the collection: these notify the indexers. Kept. */
  changes: 'changes/',
  /** Spilled parts of host bodies: deleted when they are spent. */
  segments: 'segments/',
  /** The link log: immutable, kept. */
  links: 'links/',
  /** Settings of jobs by version: immutable, kept. */
  config: 'config/',
  /** Trained models by digest: immutable, kept. No job in the key: jobs share them. */
  models: 'models/',
  /** What a turn prepared for its publisher: deleted when it is published. */
  staged: 'staged/',
  /** Documents that are being converted, and their results: deleted when a turn has taken them in. */
  converting: 'converting/',
  /** Off-topic pages of jobs that keep them. */
  offTopic: 'off-topic/',
  /** The link graph of each job, made of the link log by whoever asks for it. */
  graph: 'graph/',
  /** Copies of jobs as tables: deleted when nobody reads them any more. */
  sql: 'sql/',
  /** The newest report of each job. */
  reports: 'reports/',
} as const;

/** Where the functions' metrics are in CloudWatch; the stack's name is their only dimension. */
export const metricNamespace = 'Winnow';
export const metricDimension = 'stack';

export const functionNames = ['dispatch', 'harvest', 'convert', 'recycle', 'ops'] as const;
export type FunctionName = (typeof functionNames)[number];
/** Those that a crawl needs; those for who looks, which distil jobs, copy them into tables, feed sinks. */
export type AnyFunctionName = FunctionName | 'view' | 'distil' | 'sql' | 'sinks';

/** How a function is called. From the stack's name alone: the CLI finds everything else through the ops function. */
export function functionName(stack: string, name: AnyFunctionName): string {
  return `${stack}-${name}`;
}
