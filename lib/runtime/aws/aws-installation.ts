import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { isDenied } from '../../adapters/aws/base/failure.ts';
import { installationKey } from '../../adapters/aws/base/keys.ts';
import { sdkClient } from '../../adapters/aws/clients/sdk-client.ts';
import { type OwnGraphs, ReaderGraphs } from '../../adapters/aws/objects/reader-graphs.ts';
import { S3Eraser } from '../../adapters/aws/objects/s3-eraser.ts';
import { S3ExportRoom } from '../../adapters/aws/objects/s3-export-room.ts';
import { DynamoJobBackup } from '../../adapters/aws/tables/dynamo-job-backup.ts';
import { DynamoJobEraser } from '../../adapters/aws/tables/dynamo-job-eraser.ts';
import { type ReaderPool, readerPool } from '../../adapters/reading/reader-pool.ts';
import { DirectoryTables } from '../../adapters/sql/directory-tables.ts';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { needed } from '../../config/stack/environment.ts';
import { secretsNamed } from '../../domain/settings/secrets-named.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { ensureJob } from '../../pipeline/job/open-job.ts';
import { openReporter } from '../../pipeline/report/report.ts';
import { summarise } from '../../pipeline/report/summary.ts';
import type { Job } from '../../ports/jobs.ts';
import type { JobBackup } from '../../ports/operate/job-backup.ts';
import type { StackEvents } from '../shared/change-events.ts';
import { nodeCheck } from '../shared/doctor.ts';
import { fetchChecks } from '../shared/fetch-checks.ts';
import type { KeptPlugin, StackInstallation } from '../shared/installation.ts';
import { openWeb } from '../shared/open-web.ts';
import { serverSearch } from '../shared/server-search.ts';
import { StoredInstallation } from '../shared/stored-installation.ts';
import { threadFile } from '../shared/thread-file.ts';
import { askForSinks } from './ask-sinks.ts';
import { stackChecks } from './aws-doctor.ts';
import { redeliver, stackEvents } from './aws-events.ts';
import type { AwsParts } from './aws-parts.ts';
import { reportOfStack } from './aws-report.ts';
import { awsSecrets } from './aws-secrets.ts';
import { calledBy } from './called-by.ts';
import { requireSinks } from './require-sinks.ts';

/** Whose credentials this process has, as an ARN; asked for once. Undefined where AWS does not say. */
function awsCaller(): () => Promise<string | undefined> {
  let asked: Promise<string | undefined> | undefined;
  return () => {
    asked ??= askWho();
    return asked;
  };
}

async function askWho(): Promise<string | undefined> {
  const sts = sdkClient(STSClient, { maxAttempts: 2 });
  try {
    return (await sts.send(new GetCallerIdentityCommand({}))).Arn;
  } catch {
    // A network without a way to STS: whatever is wrong with the credentials themselves shows in the command.
    return undefined;
  } finally {
    sts.destroy();
  }
}

/** Files of this machine; their folder is made with the first of them. */
function temporaryTables(): { readonly tables: OwnGraphs; readonly remove: () => void } {
  const directory = join(tmpdir(), `winnow-graph-${randomUUID()}`);
  return {
    tables: new DirectoryTables(directory),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function reportOf({ bucket, stack, stores, environment }: AwsParts, job: Job) {
  try {
    const { report, page } = await reportOfStack(bucket, stack, job.name);
    return { report, page: `s3://${environment.bucket}/${page}` };
  } catch (error) {
    // Who may not have the function store a report can read what it is made of.
    if (isDenied(error)) return { report: await openReporter(stores).make(job) };
    throw error;
  }
}

/** An installation on AWS, used from outside: the same use cases on the same stores as its functions. */
export class AwsInstallation extends StoredInstallation implements StackInstallation {
  readonly #parts: AwsParts;
  readonly #reader: ReaderPool;
  readonly #removeOwn: () => void;
  readonly events: StackEvents;

  constructor(parts: AwsParts) {
    const { environment } = parts;
    const stores = { ...parts.stores, commands: calledBy(parts.stores.commands, awsCaller()) };
    const secrets = awsSecrets(environment, parts);
    // Reads and judges on a thread, which can be ended; the thread starts with the first page.
    const reader = readerPool({ threads: 1, worker: threadFile('reader-worker') });
    const summary = (name: string) => summarise(stores, name);
    const eraser = new S3Eraser(parts.s3, environment.bucket ?? '', stores.clock);
    const own = temporaryTables();
    const graphs = new ReaderGraphs(stores.graphs, own.tables);
    super({
      ports: { ...stores, graphs, reader },
      summary,
      // The machine that runs this fetches pages, under the gates of the stack.
      openWeb: () => openWeb(secrets),
      standing: parts.standing,
      stoppages: parts.stoppages,
      name: `the stack ${parts.stack}`,
      letters: parts.letters,
      mayDestroy: () => eraser.mayErase(),
      mayChange: (job) => mayChange(stores.jobs, job),
      eraser,
      jobEraser: new DynamoJobEraser(parts.frontier, parts.bucket),
      ...defined({ backup: backupOf(parts) }),
      async defaults() {
        const bytes = await parts.bucket.get('settings', installationKey);
        const file = `s3://${environment.bucket}/${installationKey}`;
        return bytes === undefined ? undefined : { file, text: Buffer.from(bytes).toString() };
      },
      checks: {
        async *place() {
          yield nodeCheck();
          yield* stackChecks(parts);
        },
        job: (settings) => fetchChecks(settings, secrets, 'there'),
      },
      reportOfStack: (job) => reportOf(parts, job),
      feedSinks: (feeding) => askForSinks(parts, feeding),
      redeliver: (asked, onMissing) => redeliver(parts, asked, onMissing),
      search: serverSearch(stores, secrets),
      exportRoom: new S3ExportRoom(parts.s3, environment.bucket ?? ''),
      locate: (document) => `s3://${environment.bucket}/${document}`,
    });
    this.#parts = parts;
    this.#reader = reader;
    this.#removeOwn = own.remove;
    const job = (name: string) => this.job(name);
    this.events = stackEvents(parts, job);
  }

  /**
   * @throws WinnowError `config` for settings without a ceiling of pages per day, because no crawl on AWS runs without
   *   one; for settings that name a secret that the stack lacks; and for turns longer than the stack was deployed for
   */
  protected override async inForce(settings: JobSettings): Promise<JobSettings> {
    if (settings.limits.pagesPerDay === undefined) {
      throw new WinnowError(
        'config',
        `job ${settings.name}: set limits.pagesPerDay: no crawl runs on AWS without a ceiling`,
      );
    }
    const { secrets = {} } = this.#parts.environment;
    const missing = secretsNamed(settings).find((name) => !Object.hasOwn(secrets, name));
    if (missing !== undefined) {
      throw new WinnowError(
        'config',
        `job ${settings.name}: the stack has no secret '${missing}': deploy it with -c secrets='{"${missing}":"ARN"}'`,
      );
    }
    requireSinks(settings, this.#parts.environment);
    const stackSeconds = this.#parts.timing.turnMs / 1_000;
    if (settings.turn.maxMs > this.#parts.timing.turnMs) {
      throw new WinnowError(
        'config',
        `job ${settings.name}: turn.maxSeconds is more than the ${stackSeconds} s that the stack was deployed for (turnMaxSeconds)`,
      );
    }
    return await super.inForce(settings);
  }

  async ensureJob(settings: JobSettings): Promise<Job> {
    return await ensureJob(this.#parts.stores, await this.inForce(settings));
  }

  async keepPlugin({ digest, file }: KeptPlugin): Promise<void> {
    const { environment, stack } = this.#parts;
    if (environment.plugins?.split(',').includes(digest)) return;
    throw new WinnowError(
      'config',
      `the stack ${stack} does not have the plug-in ${file} as it is now (${digest}): deploy it with 'cdk deploy -c plugins=DIR'`,
    );
  }

  override async setDefaults(text: string): Promise<void> {
    const kind = { contentType: 'application/yaml' };
    await this.#parts.bucket.put('settings', installationKey, Buffer.from(text), kind);
  }

  async close(): Promise<void> {
    this.#removeOwn();
    await this.#reader.close();
    for (const client of [this.#parts.lambda, this.#parts.scheduler, this.#parts.sqs]) client.destroy();
  }
}

/** A version that no note ever has. */
const neverStored = Number.MAX_SAFE_INTEGER - 1;

/** A write that never meets its condition: it changes nothing, and is refused to whose role lacks it. */
async function mayChange(jobs: AwsParts['stores']['jobs'], job: string): Promise<boolean> {
  try {
    await jobs.putNote(job, 'may-change', neverStored, '');
    return true;
  } catch (error) {
    if (isDenied(error)) return false;
    throw error;
  }
}

function backupOf({ frontier, register, s3, stores, environment }: AwsParts): JobBackup | undefined {
  if (register === undefined) return undefined;
  const tables = { frontier, records: register, now: () => stores.clock.now() };
  return new DynamoJobBackup(tables, s3, needed(environment, 'bucket'));
}
