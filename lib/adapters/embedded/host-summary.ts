import { WinnowError } from '../../domain/error.ts';
import type { Connection } from './connection.ts';

/** The hosts of a job in numbers. */
export interface HostSummary {
  readonly hosts: number;
  readonly idle: number;
  readonly due: number;
  readonly ticketed: number;
  /** Hosts that are left alone because they fail, and what is pending there. */
  readonly backingOff: number;
  readonly pendingBackingOff: number;
  /** Sums of the hosts' counters. */
  readonly pending: number;
  readonly visited: number;
  readonly bytes: number;
  /** Visits by class of outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Visits that ended as unsupported, by media type. */
  readonly unsupported: Readonly<Record<string, number>>;
  /** Epoch ms of the host that is due first, of those that do not fail; undefined when none is. */
  readonly nextDueAt?: number;
}

interface Totals {
  readonly hosts: number;
  readonly idle: number;
  readonly due: number;
  readonly ticketed: number;
  readonly backingOff: number;
  readonly pendingBackingOff: number;
  readonly pending: number;
  readonly visited: number;
  readonly bytes: number;
  readonly next_due: number | null;
}

/** Reads every control of the job once: half a second for a million hosts. */
export function summarise(db: Connection, job: string): HostSummary {
  const totals = db.get<Totals>(
    `SELECT count(*) AS hosts, count(*) FILTER (WHERE state = 'idle') AS idle,
       count(*) FILTER (WHERE state = 'due') AS due, count(*) FILTER (WHERE state = 'ticketed') AS ticketed,
       count(*) FILTER (WHERE backoffs > 0) AS backingOff,
       ifnull(sum(pending) FILTER (WHERE backoffs > 0), 0) AS pendingBackingOff,
       ifnull(sum(pending), 0) AS pending, ifnull(sum(visited), 0) AS visited, ifnull(sum(bytes), 0) AS bytes,
       min(due_at) FILTER (WHERE ifnull(backoffs, 0) = 0) AS next_due
     FROM control WHERE job = ?`,
    job,
  );
  if (totals === undefined) throw new WinnowError('internal', 'an aggregate without a row');
  const { next_due: nextDueAt, ...sums } = totals;
  return {
    ...sums,
    outcomes: counts(db, job, 'outcomes'),
    unsupported: counts(db, job, 'unsupported'),
    ...(nextDueAt !== null && { nextDueAt }),
  };
}

function counts(
  db: Connection,
  job: string,
  column: 'outcomes' | 'unsupported',
): Readonly<Record<string, number>> {
  const rows = db.all<{ readonly key: string; readonly total: number }>(
    `SELECT counted.key AS key, sum(counted.value) AS total FROM control, json_each(control.${column}) AS counted
     WHERE control.job = ? AND control.${column} IS NOT NULL GROUP BY counted.key ORDER BY counted.key`,
    job,
  );
  return Object.fromEntries(rows.map(({ key, total }) => [key, total]));
}
