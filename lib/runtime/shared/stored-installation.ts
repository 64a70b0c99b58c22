import { openDiskFolder } from '../../adapters/system/disk-folder.ts';
import { networkRefusal } from '../../adapters/web/network-policy.ts';
import { settingsInForce } from '../../capabilities/in-force.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { order } from '../../operations/order.ts';
import { denyHosts } from '../../pipeline/control/deny-hosts.ts';
import { withAliasGroups } from '../../pipeline/job/alias-groups.ts';
import type { CrawlTables } from '../../pipeline/operation/crawl-tables.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { seed } from '../../pipeline/seeds/seed.ts';
import { freeHeld, type HeldScope } from '../../pipeline/yield/free-held.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { KeptTables } from './crawl-tables.ts';
import type { Installation, KeptModel, KeptPlugin } from './installation.ts';
import { openPlace, type PlaceParts } from './open-place.ts';
import { jobMaker } from './store-job.ts';
import { type OpenWeb, type TopicQuestions, topicQuestions } from './topic-questions.ts';

/** The parts in which installations differ, beside the abstract methods. */
export interface StoredParts extends PlaceParts {
  readonly ports: Omit<Ports, 'fetcher'>;
  /** Opens the fetcher and reader for pages that people ask about. */
  readonly openWeb: OpenWeb;
  /** The installation.yaml, and its location. */
  readonly defaults: Installation['defaults'];
  /** The tables of jobs for SQL; absent: they are not kept. */
  readonly tables?: KeptTables;
}

/** Who asks to judge pages again by what was learnt. */
const learnt = { by: 'examples', reason: 'a topic was learnt from examples' };

/**
 * The part of `Installation` that is the same on one machine and on AWS, made of the use cases and the ports of its
 * stores. Subclasses add what differs: who runs turns (this process or functions), and what a job needs.
 */
export abstract class StoredInstallation implements Installation {
  readonly #parts: StoredParts;
  readonly place: Workplace;
  readonly topics: TopicQuestions;

  constructor(parts: StoredParts) {
    this.#parts = parts;
    let tables: Promise<CrawlTables> | undefined;
    this.place = openPlace({
      ...parts,
      reader: parts.ports.reader,
      networkRefusal,
      openDump: openDiskFolder,
      ensureJob: (settings) => this.ensureJob(settings),
      maker: jobMaker(this, parts.ports.jobs, (settings) => this.inForce(settings)),
      // A crawl starts without what one command needs.
      openTables() {
        tables ??= import('./crawl-tables.ts').then((one) => one.crawlTables(parts.ports, parts.tables));
        return tables;
      },
      reclassify: (job, signal) => order('reclassify', this.place, { job }, { ...learnt, signal }),
      field: async (job, settings) => {
        const { fieldOfJob } = await import('../../capabilities/latent/job-field.ts');
        return await fieldOfJob(parts.ports, job, settings);
      },
      difference: async (job, options, trial) => {
        const { difference } = await import('../../capabilities/reclassify/reclassify-difference.ts');
        return await difference(parts.ports, job, options, trial);
      },
    });
    this.topics = topicQuestions(parts.ports, (name) => this.job(name), parts.openWeb);
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
  abstract close(): Promise<void>;

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

  async freeHeld(name: string, scope: HeldScope = {}) {
    return await freeHeld(this.#parts.ports, await this.job(name), scope);
  }
}
