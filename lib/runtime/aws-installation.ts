import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoJobEraser } from '../adapters/aws/dynamo-job-eraser.ts';
import { installationKey } from '../adapters/aws/keys.ts';
import { S3Eraser } from '../adapters/aws/s3-eraser.ts';
import { readerPool } from '../adapters/reading/reader-pool.ts';
import { networkRefusal } from '../adapters/web/network-refusal.ts';
import { contactLack } from '../config/contact.ts';
import type { Environment } from '../config/environment.ts';
import { WinnowError } from '../domain/error.ts';
import type { Finding } from '../domain/sanity/finding.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { HostName } from '../domain/url.ts';
import { askToReclassify } from '../pipeline/ask-to-reclassify.ts';
import { costOf } from '../pipeline/cost/cost-of.ts';
import { denyHosts } from '../pipeline/deny-hosts.ts';
import { fetchOne } from '../pipeline/fetch-one.ts';
import { ensureJob, mustBeOpen } from '../pipeline/open-job.ts';
import { tellToJudge } from '../pipeline/reclassify.ts';
import { difference } from '../pipeline/reclassify-difference.ts';
import { recycleByHand } from '../pipeline/recycle-by-hand.ts';
import { type SanityOptions, sanity } from '../pipeline/sanity/sanity.ts';
import { seed } from '../pipeline/seed.ts';
import { settingsOf } from '../pipeline/settings-cache.ts';
import { statusOf } from '../pipeline/status.ts';
import { summarise } from '../pipeline/summary.ts';
import { viewRecord } from '../pipeline/view-record.ts';
import { why } from '../pipeline/why.ts';
import type { DeadLetters } from '../ports/dead-letters.ts';
import type { Job } from '../ports/jobs.ts';
import { stackChecks } from './aws-doctor.ts';
import { stackEvents } from './aws-events.ts';
import type { AwsRuntime } from './aws-ports.ts';
import { reportOfStack } from './aws-report.ts';
import { awsSecrets } from './aws-secrets.ts';
import type { StackEvents } from './change-events.ts';
import { type ControlDesk, controlDesk } from './control-desk.ts';
import { contactCheck, leftChecks, nodeCheck, settingsChecks } from './doctor.ts';
import { credentialsChecks, networkChecks, secretsNamed } from './fetch-checks.ts';
import { type GraphQuestions, graphQuestions } from './graph-questions.ts';
import type {
  Check,
  Difference,
  HostNow,
  JudgeOptions,
  KeptModel,
  KeptPlugin,
  Reclassified,
  ReclassifyAsked,
  RecycleAsked,
  StackInstallation,
  Status,
} from './installation.ts';
import { openWeb } from './open-web.ts';
import { type TopicQuestions, topicQuestions } from './topic-questions.ts';

export interface AwsParts extends AwsRuntime {
  readonly stack: string;
  readonly lambda: LambdaClient;
  readonly scheduler: SchedulerClient;
  readonly sqs: SQSClient;
  readonly environment: Environment;
}

/** The schedule dispatches within a minute; then the gate may have to be waited for. */
const fetchWaitMs = 300_000;

/** An installation on AWS, worked with from outside: the same use cases on the same stores as its functions. */
export class AwsInstallation implements StackInstallation {
  readonly #parts: AwsParts;
  /** Reads and judges on a thread that can be ended; nothing is started before the first page. */
  readonly #reader = readerPool({ threads: 1 });

  /** Pages are fetched from the machine of whoever asks, under the gates of the stack. */
  readonly topics: TopicQuestions;
  readonly events: StackEvents;
  readonly desk: ControlDesk;
  readonly letters: DeadLetters;
  readonly graph: GraphQuestions;

  constructor(parts: AwsParts) {
    this.#parts = parts;
    const secrets = awsSecrets(parts.environment, parts);
    this.letters = parts.letters;
    this.desk = controlDesk({
      ports: {
        ...parts.stores,
        eraser: new S3Eraser(parts.s3, parts.environment.bucket ?? ''),
        jobEraser: new DynamoJobEraser(parts.frontier, parts.bucket),
      },
      isAlone: false,
      job: (name) => this.job(name),
      summary: (name) => summarise(parts.stores, name),
    });
    this.topics = topicQuestions(
      parts.stores,
      (job) => this.job(job),
      () => openWeb(secrets),
    );
    this.graph = graphQuestions({ ...parts.stores, reader: this.#reader }, (job) => this.job(job));
    this.events = stackEvents(parts, (job) => this.job(job));
  }

  /**
   * @throws WinnowError `config` for settings without a ceiling of pages per day: no crawl on AWS runs without one; and
   * for those that name a secret that the stack has not
   */
  async ensureJob(settings: JobSettings): Promise<Job> {
    if (settings.limits.pagesPerDay === undefined) {
      throw new WinnowError(
        'config',
        `job ${settings.name}: on AWS limits.pagesPerDay must be set, so that a crawl cannot cost more than you meant`,
      );
    }
    const { secrets = {} } = this.#parts.environment;
    const missing = secretsNamed(settings).find((name) => !Object.hasOwn(secrets, name));
    if (missing !== undefined) {
      throw new WinnowError(
        'config',
        `job ${settings.name}: fetch.credentials: the stack has no secret '${missing}': deploy it with -c secrets='{"${missing}":"ARN"}'`,
      );
    }
    const stackSeconds = this.#parts.timing.turnMs / 1_000;
    if (settings.turn.maxMs > this.#parts.timing.turnMs) {
      throw new WinnowError(
        'config',
        `job ${settings.name}: turn.maxSeconds is more than the ${stackSeconds} s that the stack was deployed for (turnMaxSeconds)`,
      );
    }
    return await ensureJob(this.#parts.stores, settings);
  }

  async keepModel({ digest, read }: KeptModel): Promise<void> {
    const { models } = this.#parts.stores;
    if (!(await models.has(digest))) await models.put(digest, read());
  }

  async keepPlugin({ digest, file }: KeptPlugin): Promise<void> {
    const { environment, stack } = this.#parts;
    if (environment.plugins?.split(',').includes(digest)) return;
    throw new WinnowError(
      'config',
      `the stack ${stack} does not have the plug-in ${file} as it is now (${digest}): deploy it with 'cdk deploy -c plugins=DIR'`,
    );
  }

  async job(name: string): Promise<Job> {
    const job = await this.#parts.stores.jobs.job(name);
    if (job) return job;
    const known = (await this.jobs()).map((other) => other.name).join(', ');
    throw new WinnowError(
      'not-found',
      `there is no job ${name} in the stack ${this.#parts.stack}${known === '' ? '' : `; it has ${known}`}`,
    );
  }

  hostNow(job: string, host: HostName): Promise<HostNow | undefined> {
    return this.#parts.stores.hosts.control({ job, host });
  }

  jobs(): Promise<readonly Job[]> {
    return this.#parts.stores.jobs.jobs();
  }

  denyHosts(deny: JobSettings['deny']): Promise<readonly string[]> {
    return denyHosts(this.#parts.stores, deny);
  }

  async defaults() {
    const { bucket, environment } = this.#parts;
    const bytes = await bucket.get('settings', installationKey);
    const file = `s3://${environment.bucket}/${installationKey}`;
    return bytes === undefined ? undefined : { file, text: Buffer.from(bytes).toString() };
  }

  async setDefaults(text: string): Promise<void> {
    const kind = { contentType: 'application/yaml' };
    await this.#parts.bucket.put('settings', installationKey, Buffer.from(text), kind);
  }

  async settings(name: string): Promise<JobSettings> {
    return await settingsOf(this.#parts.stores.jobs, name, (await this.job(name)).config);
  }

  async seed(name: string, lines: readonly string[]) {
    return await seed(this.#parts.stores, await this.job(name), lines);
  }

  async status(name: string, { countRecords = true } = {}): Promise<Status> {
    const { records, ...stores } = this.#parts.stores;
    const asked = countRecords ? { ...stores, records } : stores;
    return await statusOf(asked, await this.job(name), await summarise(stores, name), contactLack);
  }

  async cost(name: string) {
    const { stores, standing } = this.#parts;
    return await costOf(stores, await this.job(name), standing);
  }

  records(name: string, limit: number, cursor?: string) {
    return this.#parts.stores.records.records(name, limit, cursor);
  }

  async record(name: string, md5OrUrl: string) {
    const view = await viewRecord(this.#parts.stores, await this.job(name), md5OrUrl);
    const { bucket } = this.#parts.environment;
    return view?.document === undefined ? view : { ...view, document: `s3://${bucket}/${view.document}` };
  }

  async report(name: string) {
    const { bucket, stack, environment } = this.#parts;
    await this.job(name);
    const { report, page } = await reportOfStack(bucket, stack, name);
    return { report, page: `s3://${environment.bucket}/${page}` };
  }

  async why(name: string, url: string) {
    return await why({ ...this.#parts.stores, networkRefusal }, await this.job(name), url);
  }

  async fetchOne(name: string, url: string, signal?: AbortSignal) {
    const { stores } = this.#parts;
    const job = await this.job(name);
    mustBeOpen(job);
    const until = stores.clock.monotonic() + fetchWaitMs;
    return await fetchOne(stores, job, url, { until, ...(signal ? { signal } : {}) });
  }

  async recycle(name: string, asked: RecycleAsked = {}) {
    await this.job(name);
    return await recycleByHand(this.#parts.stores, name, asked, Number.POSITIVE_INFINITY);
  }

  async difference(name: string, options: JudgeOptions): Promise<Difference> {
    const ports = { ...this.#parts.stores, reader: this.#reader };
    return await difference(ports, await this.job(name), options);
  }

  async reclassify(
    name: string,
    options: JudgeOptions,
    { request }: ReclassifyAsked = {},
  ): Promise<Reclassified> {
    const { stores } = this.#parts;
    mustBeOpen(await this.job(name));
    return await tellToJudge(
      stores,
      await askToReclassify(stores, name, options, request),
      Number.POSITIVE_INFINITY,
    );
  }

  async *sanity(name: string, options: SanityOptions): AsyncGenerator<Finding> {
    yield* sanity(this.#parts.stores, await this.job(name), options);
  }

  async *doctor(name?: string): AsyncGenerator<Check> {
    yield nodeCheck(process.versions.node);
    yield* stackChecks(this.#parts);
    if (name === undefined) return;
    const job = await this.job(name);
    const settings = await settingsOf(this.#parts.stores.jobs, name, job.config);
    yield contactCheck(settings);
    yield* settingsChecks(settings);
    yield* networkChecks(settings);
    yield* credentialsChecks(settings, awsSecrets(this.#parts.environment, this.#parts), 'there');
    yield* leftChecks(await this.status(name), this.#parts.stores.clock.now());
  }

  async close(): Promise<void> {
    await this.#reader.close();
    for (const client of [this.#parts.lambda, this.#parts.scheduler, this.#parts.sqs]) client.destroy();
  }
}
