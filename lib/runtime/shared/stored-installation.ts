import { networkRefusal } from '../../adapters/web/network-refusal.ts';
import type { Md5 } from '../../base/page/page-content.ts';
import { settingsInForce } from '../../capabilities/examples/in-force.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { order } from '../../operations/order.ts';
import { unrecorded } from '../../pipeline/collection/unrecorded.ts';
import { denyHosts } from '../../pipeline/control/deny-hosts.ts';
import { withAliasGroups } from '../../pipeline/job/alias-groups.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { seed } from '../../pipeline/seeds/seed.ts';
import { freeHeld, type HeldScope } from '../../pipeline/yield/free-held.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { jobTroubleChecks, nodeCheck } from './doctor.ts';
import type { Check, Installation, KeptModel, KeptPlugin, Status } from './installation.ts';
import { openPlace, type PlaceParts } from './open-place.ts';
import type { SqlQuestions } from './sql-questions.ts';
import { jobMaker } from './store-job.ts';
import { type OpenWeb, type TopicQuestions, topicQuestions } from './topic-questions.ts';

/** The parts in which installations differ, beside the abstract methods. */
export interface StoredParts extends PlaceParts {
  readonly ports: Omit<Ports, 'fetcher'>;
  /** Opens the fetcher and reader for pages that people ask about. */
  readonly openWeb: OpenWeb;
  /** The installation.yaml, and its location. */
  readonly defaults: Installation['defaults'];
  /** The place of a job's tables for SQL; absent: they are not kept. */
  readonly tablesOf?: (job: string) => string;
}

/** Who asks to judge pages again by what was learnt. */
const learnt = { by: 'examples', reason: 'a topic was learnt from examples' };

/**
 * The part of `Installation` that is the same on one machine and on AWS, made of the use cases and the ports of its
 * stores. Subclasses add what differs: who runs turns (this process or functions), what a job needs, where reports are
 * made, and the checks of the place.
 */
export abstract class StoredInstallation implements Installation {
  readonly #parts: StoredParts;
  readonly place: Workplace;
  readonly topics: TopicQuestions;
  readonly sql: SqlQuestions;

  constructor(parts: StoredParts) {
    this.#parts = parts;
    this.place = openPlace({
      ...parts,
      reader: parts.ports.reader,
      networkRefusal,
      ensureJob: (settings) => this.ensureJob(settings),
      maker: jobMaker(this, parts.ports.jobs, (settings) => this.inForce(settings)),
      reclassify: (job, signal) => order('reclassify', this.place, { job }, { ...learnt, signal }),
      field: async (job, settings) => {
        const { fieldOfJob } = await import('../../capabilities/latent/job-field.ts');
        return await fieldOfJob(parts.ports, job, settings);
      },
      difference: async (job, options) => {
        const { difference } = await import('../../capabilities/reclassify/reclassify-difference.ts');
        return await difference(parts.ports, job, options);
      },
    });
    const jobOf = (name: string) => this.job(name);
    this.topics = topicQuestions(parts.ports, jobOf, parts.openWeb);
    // A crawl starts without what one command needs.
    const tables = async () =>
      (await import('./sql-questions.ts')).sqlQuestions(parts.ports, jobOf, parts.tablesOf);
    this.sql = {
      ask: async (name, request) => (await tables()).ask(name, request),
      writeParquet: async (name, directory) => (await tables()).writeParquet(name, directory),
    };
  }

  abstract ensureJob(settings: JobSettings): Promise<Job>;
  /** Settings with what was learnt of the job, and with its aliases. @throws WinnowError `config` for those that the place refuses */
  protected async inForce(settings: JobSettings): Promise<JobSettings> {
    const { ports } = this.#parts;
    return await withAliasGroups(ports, await settingsInForce(ports, settings));
  }
  /** Absent: the defaults stand in a file. */
  setDefaults?(text: string): Promise<void>;
  abstract keepPlugin(plugin: KeptPlugin): Promise<void>;
  abstract readonly report: Installation['report'];
  abstract close(): Promise<void>;
  /** Checks of the installation that depend on no job. */
  protected abstract placeChecks(): AsyncIterable<Check>;
  /** Checks of a job. */
  protected abstract jobChecks(settings: JobSettings, status: Status): AsyncIterable<Check>;

  defaults() {
    return this.#parts.defaults();
  }

  async keepModel({ digest, read }: KeptModel): Promise<void> {
    const { models } = this.#parts.ports;
    if (!(await models.has(digest))) await models.put(digest, read());
  }

  job(name: string): Promise<Job> {
    return this.place.job(name);
  }

  now(): number {
    return this.#parts.ports.clock.now();
  }

  jobs(): Promise<readonly Job[]> {
    return this.#parts.ports.jobs.jobs();
  }

  denyHosts(deny: JobSettings['deny']): Promise<readonly string[]> {
    return denyHosts(this.#parts.ports, deny);
  }

  settings(name: string): Promise<JobSettings> {
    return this.place.settings(name);
  }

  async seed(name: string, lines: readonly string[]) {
    return await seed(this.#parts.ports, await this.job(name), lines);
  }

  document(key: string) {
    return this.#parts.ports.documents.read(key);
  }

  async freeHeld(name: string, scope: HeldScope = {}) {
    return await freeHeld(this.#parts.ports, await this.job(name), scope);
  }

  async unrecorded(name: string, contents: Iterable<Md5>) {
    return await unrecorded(this.#parts.ports, await this.job(name), contents);
  }

  async *doctor(name?: string): AsyncGenerator<Check> {
    yield nodeCheck(process.versions.node);
    yield* this.placeChecks();
    const troubled = await jobTroubleChecks(this.#parts.ports, await this.jobs());
    yield* troubled;
    // Nothing more can be said of a job without settings.
    if (name === undefined || troubled.some((one) => one.name === `job ${name}` && one.ok === 'fail')) return;
    yield* this.jobChecks(await this.settings(name), await this.place.status(name));
  }
}
