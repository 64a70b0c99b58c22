import { otherVersion, WinnowError } from '../../../base/error.ts';
import { frontierPartitions } from '../../../config/stack/names.ts';
import { encodeSettings, parseSettings, settingsVersion } from '../../../config/stored/settings-json.ts';
import type { JobSettings } from '../../../domain/settings/settings.ts';
import type { Job, JobStore, Note, Tally, TallyMarks } from '../../../ports/jobs.ts';
import type { Row } from '../base/attributes.ts';
import { absent, type Clause, is } from '../base/expression.ts';
import { configKey, counterKey, dayKey, jobKey } from '../base/keys.ts';
import { content } from '../base/rows.ts';
import type { Table } from '../base/table.ts';
import type { Bucket } from '../objects/bucket.ts';

const dayKept = 90;

/** When the count of a day goes: epoch seconds. */
export function dayExpiry(day: string): number {
  return Math.ceil(Date.parse(`${day}T00:00:00Z`) / 1_000) + dayKept * 86_400;
}

/**
 * Stored with each job. Grows when what the tables or the bucket hold changes (docs/decisions/0011-stored-state.md). The
 * dispatcher reads the jobs before it gives out tickets.
 */
const storedVersion = 2;

/** The optional fields of a job. */
const absentInJob = {
  pause: undefined,
  again: undefined,
  judge: undefined,
  holds: undefined,
  tasks: undefined,
  revisits: undefined,
  tail: undefined,
  deletions: undefined,
  exports: undefined,
};

/** Jobs and their counters in the frontier table, settings as immutable objects in the bucket. */
export class DynamoJobs implements JobStore {
  readonly #table: Table;
  readonly #bucket: Bucket;

  /** @param table the frontier table */
  constructor(table: Table, bucket: Bucket) {
    this.#table = table;
    this.#bucket = bucket;
  }

  async job(name: string): Promise<Job | undefined> {
    const row = await this.#table.get('job', jobKey(name), true);
    return row && jobOf(row);
  }

  async jobs(): Promise<readonly Job[]> {
    const range = { pk: frontierPartitions.jobs, consistent: true };
    const rows = await this.#table.rows('job', range, Number.POSITIVE_INFINITY);
    return rows.map(jobOf);
  }

  async put(was: Job | undefined, next: Job): Promise<boolean> {
    const condition = was === undefined ? absent('name') : jobIs(was);
    const { written } = await this.#table.putIf(
      'job',
      jobKey(next.name),
      { ...next, v: storedVersion },
      condition,
    );
    return written;
  }

  async putSettings(settings: JobSettings): Promise<string> {
    const version = settingsVersion(settings);
    const bytes = Buffer.from(encodeSettings(settings));
    await this.#bucket.putOnce('settings', configKey(settings.name, version), bytes, {
      contentType: 'application/json',
    });
    return version;
  }

  async settings(job: string, version: string): Promise<JobSettings> {
    const bytes = await this.#bucket.get('settings', configKey(job, version));
    if (bytes === undefined) throw new WinnowError('not-found', `the job ${job} has no settings ${version}`);
    return parseSettings(Buffer.from(bytes).toString());
  }

  /** A retry after a lost answer may count pages twice: the ceiling then comes early, never late. */
  async addPages(job: string, day: string, pages: number): Promise<number> {
    const ttl = dayExpiry(day);
    const key = dayKey(job, day);
    const row =
      pages === 0
        ? await this.#table.get('day', key, true)
        : await this.#table.update('day', key, { set: { ttl }, add: { pages } });
    return Number(row?.pages ?? 0);
  }

  /** A retry after a lost answer may count twice. */
  async count(job: string, counter: string, add: number): Promise<number> {
    const key = counterKey(job, counter);
    const row =
      add === 0
        ? await this.#table.get('counter', key, true)
        : await this.#table.update('counter', key, { add: { total: add } });
    return Number(row?.total ?? 0);
  }

  /** Without a mark, a retry after a lost answer may count twice. */
  async tally(job: string, sheet: string, add: Tally, { once, drop = [] }: TallyMarks = {}): Promise<Tally> {
    const key = counterKey(job, `sheet:${sheet}`);
    const some = Object.fromEntries(Object.entries(add).filter(([, by]) => by !== 0));
    const change = { add: some, remove: drop };
    if (once !== undefined) {
      const { row } = await this.#table.updateIf(
        'tally',
        key,
        { ...change, set: { [once]: 1 } },
        absent(once),
      );
      return content(row ?? {}) as Tally;
    }
    const row =
      Object.keys(some).length + drop.length === 0
        ? await this.#table.get('tally', key, true)
        : await this.#table.update('tally', key, change);
    return content(row ?? {}) as Tally;
  }

  async note(job: string, name: string): Promise<Note | undefined> {
    const row = await this.#table.get('note', counterKey(job, `note:${name}`), true);
    return row && (content(row) as unknown as Note);
  }

  async putNote(job: string, name: string, was: number, text: string): Promise<boolean> {
    const condition = was === 0 ? absent('version') : is({ version: was });
    const note: Note = { version: was + 1, text };
    return (await this.#table.putIf('note', counterKey(job, `note:${name}`), note, condition)).written;
  }
}

/** The condition that the stored job equals `was`. */
export function jobIs(was: Job): Clause {
  return is({ ...absentInJob, ...was });
}

/** @throws WinnowError `newer`, `older` */
function jobOf(row: Row): Job {
  const { v = 0, ...job } = content(row);
  if (v !== storedVersion)
    throw otherVersion(`what the stack has of the job ${job.name}`, Number(v), storedVersion);
  return job as unknown as Job;
}
