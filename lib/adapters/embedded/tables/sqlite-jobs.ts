import { hash } from 'node:crypto';
import { WinnowError } from '../../../base/error.ts';
import { readStored } from '../../../base/stored-json.ts';
import { encodeSettings, parseSettings, settingsVersion } from '../../../config/stored/settings-json.ts';
import type { Task } from '../../../domain/control/command.ts';
import type { DeleteRule } from '../../../domain/control/delete-rule.ts';
import type { Hold } from '../../../domain/control/hold.ts';
import type { PauseMaker } from '../../../domain/control/pause.ts';
import type { Tail } from '../../../domain/focus/tail.ts';
import type { RevisitPlan } from '../../../domain/revisit/plan.ts';
import type { JobSettings } from '../../../domain/settings/settings.ts';
import type {
  Again,
  Job,
  JobState,
  JobStore,
  Note,
  Reclassification,
  Tally,
  TallyMarks,
} from '../../../ports/jobs.ts';
import type { Connection } from '../base/connection.ts';

interface JobRow {
  readonly name: string;
  readonly state: JobState;
  readonly config: string;
  readonly fingerprint_key: string;
  readonly due_shards: number;
  readonly created_at: number;
  readonly pause_reason: string | null;
  readonly pause_at: number | null;
  readonly pause_by: PauseMaker | null;
  readonly tail: string | null;
  readonly deletions: string | null;
  readonly exports: string | null;
  readonly again: string | null;
  readonly judge: string | null;
  readonly holds: string | null;
  readonly tasks: string | null;
  readonly revisits: string | null;
}

const columns =
  'state, config, fingerprint_key, due_shards, created_at, pause_reason, pause_at, again, judge, holds, tasks, revisits, pause_by, tail, deletions, exports';
const places = columns.replace(/\w+/g, '?');

/** `JobStore` in SQLite. */
export class SqliteJobs implements JobStore {
  readonly #db: Connection;
  /** Settings by version: a version never changes, and each turn needs its settings. */
  readonly #known = new Map<string, JobSettings>();

  constructor(db: Connection) {
    this.#db = db;
  }

  async job(name: string): Promise<Job | undefined> {
    const row = this.#db.get<JobRow>(`SELECT name, ${columns} FROM job WHERE name = ?`, name);
    return row && jobOf(row);
  }

  async jobs(): Promise<readonly Job[]> {
    return this.#db.all<JobRow>(`SELECT name, ${columns} FROM job ORDER BY name`).map(jobOf);
  }

  async put(was: Job | undefined, next: Job): Promise<boolean> {
    const written =
      was === undefined
        ? this.#db.run(
            `INSERT OR IGNORE INTO job (${columns}, name) VALUES (${places}, ?)`,
            ...valuesOf(next),
            next.name,
          )
        : this.#db.run(
            `UPDATE job SET (${columns}) = (${places}) WHERE ${jobIs(was).where}`,
            ...valuesOf(next),
            ...jobIs(was).values,
          );
    return written === 1;
  }

  async putSettings(settings: JobSettings): Promise<string> {
    const version = settingsVersion(settings);
    this.#db.run(
      // The version is a hash of the text: a stored text that differs is damaged.
      `INSERT INTO settings (job, version, text) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET text = excluded.text WHERE text <> excluded.text`,
      settings.name,
      version,
      encodeSettings(settings),
    );
    return version;
  }

  async settings(job: string, version: string): Promise<JobSettings> {
    const key = `${job} ${version}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const row = this.#db.get<{ readonly text: string }>(
      'SELECT text FROM settings WHERE job = ? AND version = ?',
      job,
      version,
    );
    if (row === undefined)
      throw new WinnowError('not-found', `job ${job} has no settings of version ${version}`);
    const settings = parseSettings(row.text);
    if (hash('sha256', row.text).slice(0, version.length) !== version)
      throw new WinnowError('corrupt', `the settings ${version} of job ${job} are damaged`);
    this.#known.set(key, settings);
    return settings;
  }

  async addPages(job: string, day: string, pages: number): Promise<number> {
    const row = this.#db.returning<{ readonly pages: number }>(
      `INSERT INTO pages (job, day, pages) VALUES (?, ?, ?)
       ON CONFLICT (job, day) DO UPDATE SET pages = pages + excluded.pages RETURNING pages`,
      job,
      day,
      pages,
    );
    return row?.pages ?? 0;
  }

  async count(job: string, counter: string, add: number): Promise<number> {
    return this.#count(job, counter, add);
  }

  #count(job: string, counter: string, add: number): number {
    const row = this.#db.returning<{ readonly total: number }>(
      `INSERT INTO counter (job, name, total) VALUES (?, ?, ?)
       ON CONFLICT (job, name) DO UPDATE SET total = total + excluded.total RETURNING total`,
      ...[job, counter, add],
    );
    return row?.total ?? 0;
  }

  async tally(job: string, sheet: string, add: Tally, { once, drop = [] }: TallyMarks = {}): Promise<Tally> {
    const added = Object.entries(add).filter(([, by]) => by !== 0);
    const write = (): void => {
      if (once !== undefined && !this.#mark(job, `${sheet}/${once}`)) return;
      for (const [name, by] of added) this.#count(job, `${sheet}/${name}`, by);
      for (const name of drop)
        this.#db.run('DELETE FROM counter WHERE job = ? AND name = ?', job, `${sheet}/${name}`);
    };
    if (once !== undefined || drop.length > 0) this.#db.transaction(write);
    else write();
    const rows = this.#db.all<{ readonly name: string; readonly total: number }>(
      'SELECT name, total FROM counter WHERE job = ? AND name >= ? AND name < ?',
      ...[job, `${sheet}/`, `${sheet}0`],
    );
    return Object.fromEntries(rows.map(({ name, total }) => [name.slice(sheet.length + 1), total]));
  }

  /** @returns whether it was not there */
  #mark(job: string, name: string): boolean {
    return this.#db.run('INSERT OR IGNORE INTO counter (job, name, total) VALUES (?, ?, 1)', job, name) === 1;
  }

  async note(job: string, name: string): Promise<Note | undefined> {
    const row = this.#db.get<Note>('SELECT version, text FROM note WHERE job = ? AND name = ?', job, name);
    return row && { ...row };
  }

  async putNote(job: string, name: string, was: number, text: string): Promise<boolean> {
    const written =
      was === 0
        ? this.#db.run(
            'INSERT OR IGNORE INTO note (job, name, version, text) VALUES (?, ?, 1, ?)',
            job,
            name,
            text,
          )
        : this.#db.run(
            'UPDATE note SET version = version + 1, text = ? WHERE job = ? AND name = ? AND version = ?',
            ...[text, job, name, was],
          );
    return written === 1;
  }
}

/** SQL: the condition that the stored job equals `was`. */
export function jobIs(was: Job): {
  readonly where: string;
  readonly values: readonly (string | number | null)[];
} {
  const values = valuesOf(was);
  return {
    where: `name = ? AND (${columns}) IS (${places})`,
    values: [was.name, ...values],
  };
}

function valuesOf(job: Job): (string | number | null)[] {
  return [
    job.state,
    job.config,
    job.fingerprintKey,
    job.dueShards,
    job.createdAt,
    job.pause?.reason ?? null,
    job.pause?.at ?? null,
    textOf(job.again),
    textOf(job.judge),
    textOf(job.holds),
    textOf(job.tasks),
    textOf(job.revisits),
    job.pause?.by ?? null,
    textOf(job.tail),
    textOf(job.deletions),
    textOf(job.exports),
  ];
}

function textOf(part: object | string | undefined): string | null {
  if (part === undefined) return null;
  return typeof part === 'string' ? part : JSON.stringify(part);
}

/** Returns damaged text as it is, so that `sanity` can report it, and a conditional write can compare and replace it. */
function partOf<T>(text: string): T {
  return readStored<T>(text) ?? (text as T);
}

function jobOf(row: JobRow): Job {
  return {
    name: row.name,
    state: row.state,
    config: row.config,
    fingerprintKey: row.fingerprint_key,
    dueShards: row.due_shards,
    createdAt: row.created_at,
    ...(row.pause_reason !== null && {
      pause: {
        ...{ reason: row.pause_reason, at: row.pause_at ?? 0 },
        ...(row.pause_by !== null && { by: row.pause_by }),
      },
    }),
    ...(row.again !== null && { again: partOf<Again>(row.again) }),
    ...(row.judge !== null && { judge: partOf<Reclassification>(row.judge) }),
    ...(row.holds !== null && { holds: partOf<readonly Hold[]>(row.holds) }),
    ...(row.tasks !== null && { tasks: partOf<readonly Task[]>(row.tasks) }),
    ...(row.revisits !== null && { revisits: partOf<RevisitPlan>(row.revisits) }),
    ...(row.tail !== null && { tail: partOf<Tail>(row.tail) }),
    ...(row.deletions !== null && { deletions: partOf<readonly DeleteRule[]>(row.deletions) }),
    ...(row.exports !== null && { exports: partOf<readonly string[]>(row.exports) }),
  };
}
