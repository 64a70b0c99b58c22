import { defined } from '../../../base/defined.ts';
import type { NumbersOf } from '../../../base/numbers-of.ts';
import type { HostName } from '../../../base/url/url.ts';
import type { Connection } from '../base/connection.ts';

/** The hosts of a job in numbers. Times in epoch ms. */
export interface HostSummary {
  readonly hosts: number;
  readonly idle: number;
  readonly due: number;
  readonly ticketed: number;
  /** Hosts that back off after failures of their own, and the URLs that are pending there. */
  readonly backingOff: number;
  readonly pendingBackingOff: number;
  /** URLs that wait for their first visit, those in inboxes too. */
  readonly pending: number;
  readonly inboxes: { readonly urls: number };
  /** Sums of the hosts' counters. */
  readonly visited: number;
  readonly bytes: number;
  /** Visits by class of outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Of these, visits that judged a page again. */
  readonly repeated: Readonly<Record<string, number>>;
  /** Visits that ended as unsupported, by media type. */
  readonly unsupported: Readonly<Record<string, number>>;
  /** Hosts that wait for a try of their registered domain, their pending URLs, and the domains with the most such hosts. */
  readonly waiting: {
    readonly hosts: number;
    readonly pending: number;
    readonly domains: readonly { readonly domain: string; readonly hosts: number }[];
  };
  /** Hosts with URLs that are held by their regions, and those held URLs that nothing else delays. */
  readonly unyielding: { readonly hosts: number; readonly held: number };
  /** Hosts that are parked because they keep failing, their pending URLs, and the hosts parked longest. */
  readonly parked: {
    readonly hosts: number;
    readonly pending: number;
    readonly longest: readonly {
      readonly host: HostName;
      readonly since: number;
      readonly reason: string;
      readonly probeAt?: number;
      readonly givenUp?: true;
    }[];
  };
  /** Hosts with a used-up budget, the URLs that wait for a larger one (`held`), and links that were refused (`cut`). */
  readonly overBudget: { readonly hosts: number; readonly held: number; readonly cut: number };
  /** The earliest due time of the hosts that are well, of those that back off, and of those that wait while others are tried; it may be past. */
  readonly nextDue: { readonly well?: number; readonly backedOff?: number; readonly untried?: number };
}

type Totals = NumbersOf<HostSummary>;

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
  const arriving = db.get<{ readonly urls: number }>('SELECT urls FROM arriving WHERE job = ?', job);
  const inboxes = { urls: arriving?.urls ?? 0 };
  const well = firstDueAt(db, job, '= 0');
  const backedOff = firstDueAt(db, job, '> 0');
  return {
    ...none,
    ...totals,
    pending: (totals?.pending ?? 0) + inboxes.urls,
    inboxes,
    outcomes: tally(db, job, 'outcomes'),
    repeated: tally(db, job, 'repeated'),
    unsupported: tally(db, job, 'unsupported'),
    waiting: waiting(db, job),
    unyielding: unyielding(db, job),
    parked: parked(db, job),
    overBudget: overBudget(db, job),
    nextDue: defined({ well, backedOff, untried: firstUntriedAt(db, job) }),
  };
}

/** The earliest due time of hosts with such a count of back-offs; each of the two has an index. */
function firstDueAt(db: Connection, job: string, backoffs: '= 0' | '> 0'): number | undefined {
  const next = db.get<{ readonly at: number | null }>(
    `SELECT min(due_at) AS at FROM control
     WHERE job = ? AND due_at IS NOT NULL AND state = 'due' AND ifnull(backoffs, 0) ${backoffs}`,
    job,
  );
  return next?.at ?? undefined;
}

function firstUntriedAt(db: Connection, job: string): number | undefined {
  const next = db.get<{ readonly at: number | null }>(
    `SELECT min(due_at) AS at FROM control
     WHERE job = ? AND waits_domain IS NOT NULL AND state = 'due' AND waits_barren IS NULL`,
    job,
  );
  return next?.at ?? undefined;
}

function tally(
  db: Connection,
  job: string,
  what: 'outcomes' | 'repeated' | 'unsupported',
): Readonly<Record<string, number>> {
  const rows = db.all<{ readonly key: string; readonly count: number }>(
    'SELECT key, count FROM tally WHERE job = ? AND what = ? AND count > 0 ORDER BY key',
    job,
    what,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

const maxDomains = 10;

function waiting(db: Connection, job: string): HostSummary['waiting'] {
  const sums = db.get<{ readonly hosts: number; readonly pending: number }>(
    `SELECT count(*) AS hosts, ifnull(sum(iif(ifnull(backoffs, 0) = 0, pending, 0)), 0) AS pending
     FROM control WHERE job = ? AND waits_domain IS NOT NULL`,
    job,
  );
  const rows = db.all<{ readonly domain: string; readonly hosts: number }>(
    `SELECT waits_domain AS domain, count(*) AS hosts FROM control
     WHERE job = ? AND waits_domain IS NOT NULL GROUP BY domain ORDER BY hosts DESC, domain LIMIT ?`,
    job,
    maxDomains,
  );
  const domains = rows.map(({ domain, hosts }) => ({ domain, hosts }));
  return { hosts: sums?.hosts ?? 0, pending: sums?.pending ?? 0, domains };
}

function unyielding(db: Connection, job: string): HostSummary['unyielding'] {
  const row = db.get<HostSummary['unyielding']>(
    `SELECT count(*) AS hosts,
       ifnull(sum(iif(ifnull(backoffs, 0) = 0 AND waits_domain IS NULL, held, 0)), 0) AS held
     FROM control WHERE job = ? AND held IS NOT NULL`,
    job,
  );
  return { hosts: row?.hosts ?? 0, held: row?.held ?? 0 };
}

const maxParked = 10;

interface ParkedRow {
  readonly host: HostName;
  readonly since: number;
  readonly reason: string;
  readonly at: number | null;
  readonly state: string;
}

function parked(db: Connection, job: string): HostSummary['parked'] {
  const sums = db.get<{ readonly hosts: number; readonly pending: number }>(
    `SELECT count(*) AS hosts, ifnull(sum(pending), 0) AS pending FROM control
     WHERE job = ? AND parked IS NOT NULL`,
    job,
  );
  const rows = db.all<ParkedRow>(
    `SELECT host, parked ->> '$.since' AS since, parked ->> '$.reason' AS reason, iif(state = 'due', due_at, NULL) AS at, state FROM control
     WHERE job = ? AND parked IS NOT NULL ORDER BY since, host LIMIT ?`,
    job,
    maxParked,
  );
  const longest = rows.map(({ host, since, reason, at, state }) => ({
    ...{ host, since, reason },
    ...(at !== null && { probeAt: at }),
    ...(state === 'idle' && { givenUp: true as const }),
  }));
  return { hosts: sums?.hosts ?? 0, pending: sums?.pending ?? 0, longest };
}

function overBudget(db: Connection, job: string): HostSummary['overBudget'] {
  const row = db.get<HostSummary['overBudget']>(
    `SELECT count(*) AS hosts, ifnull(sum(over_budget ->> '$.cut'), 0) AS cut,
       ifnull(sum(iif(ifnull(backoffs, 0) = 0 AND waits_domain IS NULL, over_budget ->> '$.held', 0)), 0) AS held
     FROM control WHERE job = ? AND over_budget IS NOT NULL`,
    job,
  );
  return { hosts: row?.hosts ?? 0, held: row?.held ?? 0, cut: row?.cut ?? 0 };
}
