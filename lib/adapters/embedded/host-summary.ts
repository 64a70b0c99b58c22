import type { Connection } from './connection.ts';

/** The hosts of a job in numbers. Times in epoch ms. */
export interface HostSummary {
  readonly hosts: number;
  readonly idle: number;
  readonly due: number;
  readonly ticketed: number;
  /** Hosts that fail themselves and are left alone, and the URLs that wait there. */
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
  /** The earliest time at which a host is, or was, due; of hosts that are not backing off. */
  readonly nextDueAt?: number;
}

type Totals = Omit<HostSummary, 'outcomes' | 'unsupported' | 'nextDueAt'>;

const none: Totals = {
  hosts: 0,
  idle: 0,
  due: 0,
  ticketed: 0,
  backingOff: 0,
  pendingBackingOff: 0,
  pending: 0,
  visited: 0,
  bytes: 0,
};

/** Reads the sums that the triggers of the table `control` keep. */
export function summarise(db: Connection, job: string): HostSummary {
  const totals = db.get<Totals>(
    `SELECT hosts, idle, due, ticketed, backing_off AS backingOff, pending_backing_off AS pendingBackingOff,
       pending, visited, bytes FROM total WHERE job = ?`,
    job,
  );
  const next = db.get<{ readonly at: number | null }>(
    `SELECT min(due_at) AS at FROM control
     WHERE job = ? AND due_at IS NOT NULL AND ifnull(backoffs, 0) = 0`,
    job,
  );
  const at = next?.at ?? null;
  return {
    ...none,
    ...totals,
    outcomes: tally(db, job, 'outcomes'),
    unsupported: tally(db, job, 'unsupported'),
    ...(at !== null && { nextDueAt: at }),
  };
}

function tally(
  db: Connection,
  job: string,
  what: 'outcomes' | 'unsupported',
): Readonly<Record<string, number>> {
  const rows = db.all<{ readonly key: string; readonly count: number }>(
    'SELECT key, count FROM tally WHERE job = ? AND what = ? AND count > 0 ORDER BY key',
    job,
    what,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}
