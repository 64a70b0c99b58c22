import { tmpdir } from 'node:os';
import { Table } from '../../adapters/aws/base/table.ts';
import { type AwsClients, awsClients } from '../../adapters/aws/clients/clients.ts';
import { CallDeadline } from '../../adapters/aws/clients/sdk-client.ts';
import { Meter } from '../../adapters/aws/metering/meter.ts';
import { Bucket } from '../../adapters/aws/objects/bucket.ts';
import { S3Changes } from '../../adapters/aws/objects/s3-changes.ts';
import { S3Conversions } from '../../adapters/aws/objects/s3-conversions.ts';
import { S3Documents } from '../../adapters/aws/objects/s3-documents.ts';
import { S3Graphs } from '../../adapters/aws/objects/s3-graphs.ts';
import { S3LinkLog } from '../../adapters/aws/objects/s3-link-log.ts';
import { S3OffTopic } from '../../adapters/aws/objects/s3-off-topic.ts';
import { S3Segments } from '../../adapters/aws/objects/s3-segments.ts';
import { S3Staged } from '../../adapters/aws/objects/s3-staged.ts';
import { SqsConvertQueue } from '../../adapters/aws/queue/sqs-convert-queue.ts';
import { SqsTickets } from '../../adapters/aws/queue/sqs-tickets.ts';
import { DynamoDomains } from '../../adapters/aws/tables/dynamo-domains.ts';
import { DynamoGates } from '../../adapters/aws/tables/dynamo-gates.ts';
import { DynamoRecords } from '../../adapters/aws/tables/dynamo-records.ts';
import { DynamoRobots } from '../../adapters/aws/tables/dynamo-robots.ts';
import { SystemClock } from '../../adapters/system/clock.ts';
import { openFileSpace } from '../../adapters/system/file-space.ts';
import type { Compress } from '../../archive/documents.ts';
import { WinnowError } from '../../base/error.ts';
import { type Environment, needed } from '../../config/stack/environment.ts';
import type { StandingCosts } from '../../domain/cost/standing-costs.ts';
import { type Timing, timing } from '../../domain/settings/timing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NearDuplicates } from '../../ports/near-duplicates.ts';
import type { Ports } from '../../ports/ports.ts';
import { jobStores } from './job-stores.ts';

/** The ports of a function that neither fetches nor parses; without these two its bundle stays small. */
export type AwsStores = Omit<Ports, 'fetcher' | 'reader'>;

/** Given only to what runs turns, so that other bundles stay small. */
export interface TurnAdapters {
  /** Opens the groups of near-duplicates in the records table. */
  nearDuplicates(records: Table): NearDuplicates;
  readonly compress: Compress;
}

export interface AwsRuntime {
  readonly stores: AwsStores;
  /** The bucket of the stores. */
  readonly bucket: Bucket;
  readonly s3: AwsClients['s3'];
  readonly frontier: Table;
  /** Absent: the process has no part in the collection. */
  readonly register: Table | undefined;
  readonly sqs: AwsClients['sqs'];
  readonly meter: Meter;
  /** Ends the requests to AWS; the caller sets it. */
  readonly deadline: CallDeadline;
  readonly timing: Timing;
  readonly maxOutstanding: number;
  readonly standing: StandingCosts;
}

/** Opens the stores of a stack from the variables that its constructs set. Chooses the adapters of AWS. */
export function awsRuntime(
  environment: Environment,
  turns?: TurnAdapters,
  clock: Clock = new SystemClock(),
): AwsRuntime {
  const meter = new Meter();
  const deadline = new CallDeadline();
  const clients = awsClients(meter, deadline);
  const bucket = new Bucket(clients.s3, needed(environment, 'bucket'));
  return {
    stores: awsStores(clients, environment, turns, clock),
    bucket,
    frontier: new Table(clients.dynamo, needed(environment, 'frontierTable')),
    register:
      environment.recordsTable === undefined
        ? undefined
        : new Table(clients.dynamo, environment.recordsTable),
    s3: clients.s3,
    sqs: clients.sqs,
    meter,
    deadline,
    timing: timing((environment.turnSeconds ?? 60) * 1_000),
    maxOutstanding: environment.maxOutstanding ?? 1_000,
    standing: standingCostsOf(environment),
  };
}

/** The stack's costs by the month. A stack that an older Winnow deployed does not say its alarms and gateways. */
function standingCostsOf({ standing = {}, secrets = {} }: Environment): StandingCosts {
  const { alarmMetrics = 0, natGateways = 0, recycleEveryMinutes = 1 } = standing;
  return { alarmMetrics, natGateways, recycleEveryMinutes, secrets: Object.keys(secrets).length };
}

/** The stores of a stack, through existing clients. */
export function awsStores(
  { dynamo, s3, sqs }: AwsClients,
  environment: Environment,
  turns?: TurnAdapters,
  clock: Clock = new SystemClock(),
): AwsStores {
  const frontier = new Table(dynamo, needed(environment, 'frontierTable'));
  const bucket = new Bucket(s3, needed(environment, 'bucket'));
  const jobs = jobStores(frontier, bucket, clock);
  const { recordsTable, queueUrl, convertQueueUrl } = environment;
  return {
    ...jobs,
    domains: new DynamoDomains(frontier),
    gates: new DynamoGates(frontier),
    tickets: queueUrl === undefined ? absent('tickets') : new SqsTickets(sqs, queueUrl, clock),
    segments: new S3Segments(bucket),
    links: new S3LinkLog(frontier, bucket),
    graphs: new S3Graphs(bucket, (memoryMb) => openFileSpace(tmpdir(), memoryMb)),
    records:
      recordsTable === undefined ? absent('records') : new DynamoRecords(new Table(dynamo, recordsTable)),
    nearDuplicates:
      recordsTable === undefined || turns === undefined
        ? absent('near-duplicates')
        : turns.nearDuplicates(new Table(dynamo, recordsTable)),
    documents: new S3Documents(bucket, clock, jobs.entropy, turns?.compress),
    changes: new S3Changes(bucket),
    staged: new S3Staged(bucket),
    conversions: new S3Conversions(bucket),
    convertQueue:
      convertQueueUrl === undefined
        ? absent('the convert queue')
        : new SqsConvertQueue(sqs, convertQueueUrl, clock),
    offTopic: new S3OffTopic(bucket),
    robots: new DynamoRobots(frontier),
  };
}

/** A port that this function is not connected to: using it is a mistake in the stack. */
export function absent<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get() {
      throw new WinnowError('config', `this function is not connected to ${name}`);
    },
  });
}
