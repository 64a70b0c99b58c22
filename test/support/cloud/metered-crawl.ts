import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { CallDeadline } from '../../../lib/adapters/aws/clients/sdk-client.ts';
import { BilledUnits } from '../../../lib/adapters/aws/metering/billed-units.ts';
import { FunctionLog } from '../../../lib/adapters/aws/metering/function-log.ts';
import { Meter, type MeterLine } from '../../../lib/adapters/aws/metering/meter.ts';
import { runBatch } from '../../../lib/adapters/aws/queue/batch.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { distilWhenDue } from '../../../lib/capabilities/graph/distil-when-due.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { type MaintenanceOptions, maintenanceRound } from '../../../lib/capabilities/maintenance-round.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { dispatchUntil } from '../../../lib/pipeline/dispatch/dispatch-until.ts';
import { harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import type { TurnReport } from '../../../lib/pipeline/turn/turn-report.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import { type AwsStores, awsStores } from '../../../lib/runtime/aws/aws-ports.ts';
import { awsSecrets } from '../../../lib/runtime/aws/aws-secrets.ts';
import { turnAdapters, workerPorts } from '../../../lib/runtime/aws/aws-worker.ts';
import { logDispatch, logRecycling } from '../../../lib/runtime/shared/log-rounds.ts';
import { logTurns } from '../../../lib/runtime/shared/log-turns.ts';
import { recentLinks } from '../../../lib/runtime/shared/recent-links.ts';
import type { Cloud } from '../../../localstack/state.ts';
import { HeldClock } from '../clock.ts';
import { type Clients, clientsOf, makeBucket, makeQueue, makeTable } from './local-cloud.ts';
import { answerMs, slowSites } from './slow-sites.ts';

export type Part = 'seed' | 'dispatch' | 'harvest' | 'recycle';

/** What the invocations of one function asked of AWS, as its own log lines say. */
export interface PartBill {
  invocations: number;
  readonly lines: MeterLine[];
  logBytes: number;
  cpuMs: number;
  /** Time by the held clock. */
  clockMs: number;
  /** How long the invocations waited for sites: each for the slowest of its turns, ms. */
  siteMs: number;
}

export interface MeteredCrawl {
  readonly pages: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** By how they ended. */
  readonly turns: Readonly<Record<string, number>>;
  readonly parts: Readonly<Record<Part, PartBill>>;
  /** Tickets delivered to harvesters: each batch is one ReceiveMessage and one DeleteMessageBatch of Lambda's. */
  readonly batches: number;
  readonly resources: Resources;
  /** Lets minutes pass in which nothing is due, and says what they cost. */
  rest(minutes: number): Promise<Readonly<Record<Part, PartBill>>>;
  close(): void;
}

export interface Resources {
  readonly frontierTable: string;
  readonly recordsTable: string;
  readonly bucket: string;
  readonly queueUrl: string;
}

/** Minutes that a crawl is measured for, after others that are not, instead of all of it. */
export interface Span {
  readonly warmUp: number;
  readonly minutes: number;
  /** URLs that the recycler remembers; absent: as many as on AWS. */
  readonly remembers?: number;
}

export interface MeterOptions {
  readonly span?: Span;
  /** How long a site takes to answer, ms; absent: as sites are, some of them slow. */
  readonly answersIn?: (host: string) => number;
}

const minuteMs = 60_000;
const passesMs = 50_000;
const everyMs = 10_000;
const clockwork = timing(60_000);
const batchSize = 10;

/**
 * A whole crawl through the adapters of AWS, in this process: what the four functions do, on a clock that is held, so
 * that a minute of the schedules takes no longer than its requests. Turns take the time of their sites by that clock: the
 * batches of a tick run side by side, each as long as the slowest of its turns, and the next tick comes after all of them.
 * Each minute the dispatcher ticks as its function does; after each of its ticks the tickets that are out are harvested,
 * in batches of ten; the recycler runs once a minute while half the tickets are out.
 */
export async function meteredCrawl(
  cloud: Cloud,
  seeds: readonly CanonicalUrl[],
  settings: JobSettings,
  { span, answersIn = answerMs }: MeterOptions = {},
): Promise<MeteredCrawl> {
  const setup = clientsOf(cloud);
  const resources: Resources = {
    frontierTable: await makeTable(setup),
    recordsTable: await makeTable(setup),
    bucket: await makeBucket(setup),
    queueUrl: await makeQueue(setup),
  };
  const clock = new HeldClock();
  const quiet = awsStores(setup, resources);
  const functions = openFunctions(cloud, resources, clock);
  const { harvest: harvesting, recycle: recycling, dispatch: dispatching } = functions;
  const secrets = awsSecrets({}, { meter: new Meter(), deadline: new CallDeadline() });
  const worker = workerPorts(harvesting.stores, secrets, clockwork);
  const batchAt = slowSites(worker, answersIn);
  const recent = recentLinks(span?.remembers ?? 100_000);
  let outcomes: Record<string, number> = {};
  let turns: Record<string, number> = {};
  let batches = 0;
  /** The longest batch of the present tick, ms. */
  let slowestMs = 0;

  async function harvestBatch(): Promise<number> {
    const messages = await receive(setup.sqs, resources.queueUrl);
    if (messages.length === 0) return 0;
    batches += 1;
    const began = clock.monotonic();
    const batch = batchAt(clock.now());
    let reports: readonly TurnReport[] = [];
    const response = await harvesting.invoke(async (log) => {
      const answer = await runBatch({ Records: messages.map(asRecord) }, async (deliveries) => {
        const endBy = clockwork.functionMs;
        const options = { timing: clockwork, endBy, lists, billed: () => ({ invocations: 1 }) };
        const report = await batch.run(() => harvest(batch.ports, deliveries, options));
        reports = report.turns;
        return report.failed;
      });
      logTurns(log, clock, {
        began,
        turns: reports,
        returned: answer.batchItemFailures.length,
        nanoDollars: 0,
      });
      return answer;
    });
    if (response.batchItemFailures.length > 0) throw new Error('a ticket went back to the queue');
    for (const turn of reports) {
      turns[turn.result] = (turns[turn.result] ?? 0) + 1;
      for (const { outcome } of turn.visits) outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
    }
    const siteMs = batch.tookMs();
    harvesting.waited(siteMs);
    slowestMs = Math.max(slowestMs, siteMs);
    await remove(setup.sqs, resources.queueUrl, messages);
    return messages.length;
  }

  const recycle = (): Promise<void> =>
    recycling.invoke(async (log) => {
      const endBy = clock.monotonic() + passesMs;
      // A function of its own does this on AWS; what it asks of the stores is the same.
      const distil: MaintenanceOptions['distil'] = (job) =>
        distilWhenDue(recycling.stores, job, { endBy, mostUrls: 1_000_000 });
      const report = await maintenanceRound(recycling.stores, { endBy, recent, distil });
      logRecycling(log, clock.now(), report, 0);
    });

  /** One minute of the schedules. */
  async function minute(): Promise<void> {
    const ends = clock.monotonic() + minuteMs;
    let recycled = false;
    async function harvestAll(): Promise<void> {
      const half = recycled ? 0 : (await quiet.tickets.outstanding()) / 2;
      for (let done = 0, got = 1; got > 0; done += got) {
        if (!recycled && done >= half) {
          recycled = true;
          await recycle();
        }
        got = await harvestBatch();
      }
    }
    const waiting: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      async sleep(ms) {
        slowestMs = 0;
        await dispatching.pause(harvestAll);
        await clock.advance(Math.max(ms, slowestMs));
      },
    };
    await dispatching.invoke(async (log) => {
      const until = clock.monotonic() + passesMs;
      const report = await dispatchUntil(
        { ...dispatching.stores, clock: waiting },
        { timing: clockwork, maxOutstanding: 1_000, everyMs, until },
      );
      logDispatch(log, clock.now(), report, 0);
    });
    slowestMs = 0;
    await harvestAll();
    if (!recycled) await recycle();
    await clock.advance(Math.max(slowestMs, ends - clock.monotonic()));
  }

  await functions.seed.invoke(async (log) => {
    const { stores } = functions.seed;
    const job = await ensureJob(stores, settings);
    await seed(stores, job, seeds);
    await setJobState(stores, job.name, 'open', '');
    log.invocation(clock.now(), {});
  });
  const isDone = async (): Promise<boolean> =>
    (await quiet.due.due(settings.name, clock.now() + 60 * minuteMs, 1)).length === 0 &&
    (await quiet.links.open(settings.name, 1)).length === 0;
  const bills = (): Record<Part, PartBill> => ({
    seed: functions.seed.take(),
    dispatch: functions.dispatch.take(),
    harvest: functions.harvest.take(),
    recycle: functions.recycle.take(),
  });
  if (span === undefined) {
    do await minute();
    while (!(await isDone()));
  } else {
    for (let passed = 0; passed < span.warmUp; passed += 1) await minute();
    bills();
    [outcomes, turns, batches] = [{}, {}, 0];
    for (let passed = 0; passed < span.minutes; passed += 1) await minute();
  }
  return {
    pages: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    outcomes,
    turns,
    parts: bills(),
    batches,
    resources,
    async rest(minutes) {
      for (let passed = 0; passed < minutes; passed += 1) await minute();
      return bills();
    },
    close() {
      setup.close();
      for (const part of Object.values(functions)) part.close();
    },
  };
}

/** One of the functions: its stores, and its log, whose lines say what it asked of AWS. */
interface MeteredFunction {
  readonly stores: AwsStores;
  invoke<T>(work: (log: FunctionLog) => Promise<T>): Promise<T>;
  /** What happens meanwhile is not this function's. */
  pause(others: () => Promise<void>): Promise<void>;
  /** An invocation waited for sites. */
  waited(ms: number): void;
  /** What was counted so far; counting begins anew. */
  take(): PartBill;
  close(): void;
}

function openFunctions(
  cloud: Cloud,
  resources: Resources,
  clock: HeldClock,
): Readonly<Record<Part, MeteredFunction>> {
  const units = new BilledUnits();
  const open = (name: Part): MeteredFunction => openFunction(name, cloud, resources, clock, units);
  return {
    seed: open('seed'),
    dispatch: open('dispatch'),
    harvest: open('harvest'),
    recycle: open('recycle'),
  };
}

function openFunction(
  name: Part,
  cloud: Cloud,
  resources: Resources,
  clock: HeldClock,
  units: BilledUnits,
): MeteredFunction {
  const meter = new Meter(units);
  const clients: Clients = clientsOf(cloud);
  for (const client of [clients.dynamo, clients.s3, clients.sqs]) meter.watch(client);
  let bill = emptyBill();
  const log = new FunctionLog({
    stack: 'winnow',
    name,
    meter,
    write(line) {
      bill.logBytes += Buffer.byteLength(line);
      const { billed = [] } = JSON.parse(line) as { readonly billed?: readonly MeterLine[] };
      bill.lines.push(...billed);
    },
  });
  let elsewhereMs = 0;
  return {
    stores: { ...awsStores(clients, resources, turnAdapters), clock },
    async invoke(work) {
      elsewhereMs = 0;
      const cpu = process.cpuUsage();
      const began = clock.monotonic();
      const result = await work(log);
      bill.invocations += 1;
      bill.cpuMs += cpuMsSince(cpu) - elsewhereMs;
      bill.clockMs += clock.monotonic() - began;
      return result;
    },
    async pause(others) {
      const cpu = process.cpuUsage();
      await others();
      elsewhereMs += cpuMsSince(cpu);
    },
    waited(ms) {
      bill.siteMs += ms;
    },
    take() {
      const taken = bill;
      bill = emptyBill();
      return taken;
    },
    close: () => clients.close(),
  };
}

function emptyBill(): PartBill {
  return { invocations: 0, lines: [], logBytes: 0, cpuMs: 0, clockMs: 0, siteMs: 0 };
}

function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

async function receive(sqs: SQSClient, queueUrl: string): Promise<readonly Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: batchSize,
      MessageSystemAttributeNames: ['MessageGroupId', 'ApproximateReceiveCount'],
    }),
  );
  return Messages;
}

function asRecord({ MessageId = '', Body = '', Attributes = {} }: Message) {
  return { messageId: MessageId, body: Body, attributes: Attributes };
}

async function remove(sqs: SQSClient, queueUrl: string, messages: readonly Message[]): Promise<void> {
  await sqs.send(
    new DeleteMessageBatchCommand({
      QueueUrl: queueUrl,
      Entries: messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
    }),
  );
}
