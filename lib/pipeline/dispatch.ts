import { settingsFor } from '../domain/overrides.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { Timing } from '../domain/timing.ts';
import type { HostName } from '../domain/url.ts';
import type { DueEntry } from '../ports/due-index.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import type { Ticket } from '../ports/tickets.ts';
import { rankingFor } from './candidates.ts';
import { isServed, sortHeld } from './control/held-hosts.ts';
import { bestDue, dueInAnyBand } from './due-bands.ts';
import { type FailedJob, isolateJobs, type JobIsolation } from './isolate-jobs.ts';
import { settingsOf } from './settings-cache.ts';
import { sideBySide } from './side-by-side.ts';
import { supervise } from './supervise.ts';
import { type DueHost, dueHosts, ticketHost } from './ticket-host.ts';
import { utcDay } from './utc-day.ts';

export interface DispatchOptions {
  readonly timing: Timing;
  /** Tickets on their way or at work, over all jobs, are never more than this. */
  readonly maxOutstanding: number;
  /** Only this host of this job: somebody asked for one of its pages now. */
  readonly only?: { readonly job: string; readonly host: HostName };
  /** Look for hosts in every band, also of jobs whose hosts all wait in the front one. */
  readonly everyBand?: boolean;
  /** Jobs whose settings it refuses get no tickets. */
  readonly mayCrawl?: (settings: JobSettings) => boolean;
}

export interface DispatchReport {
  readonly sent: number;
  /** Due entries that were looked at. */
  readonly looked: number;
  /** Nothing more was given out although hosts are due, and why. */
  readonly held?: 'outstanding' | 'ceiling';
  /** Open jobs whose harvest has fallen (`focus/harvest-watch.ts`); absent: none. */
  readonly fallen?: number;
  /** How long the host that waits longest is overdue, in ms; a job at its ceiling does not count. Absent: none is. */
  readonly lagMs?: number;
  /** Jobs whose dispatching broke off; the others had theirs. Absent: none. */
  readonly failed?: readonly FailedJob[];
}

type Dispatching = Pick<
  Ports,
  'jobs' | 'commands' | 'hosts' | 'due' | 'gates' | 'tickets' | 'clock' | 'entropy'
>;

/** SQS takes ten messages a request; hosts are worked through in such groups, a few groups at a time. */
const groupSize = 10;
const groupsAtOnce = 4;
/** What one look at the due index may bring. */
const maxDue = 10_000;

/**
 * Gives due hosts of all open jobs their tickets, oldest first, one pass. Safe beside other dispatchers. A job that cannot be
 * dispatched holds up no other: the report names it.
 */
export async function dispatch(ports: Dispatching, options: DispatchOptions): Promise<DispatchReport> {
  const served = (await ports.jobs.jobs()).filter(
    (job) => isServed(job, ports.clock.now()) && (options.only?.job ?? job.name) === job.name,
  );
  const open = served.filter(({ state }) => state === 'open');
  const isolation = isolateJobs();
  const { jobs: going, fallen } = options.only
    ? { jobs: open, fallen: 0 }
    : await goingOn(ports, open, isolation);
  const jobs = [...going, ...served.filter(({ state }) => state !== 'open')];
  const total = { sent: 0, looked: 0, lagMs: 0, held: undefined as DispatchReport['held'] };
  const unwell = () => ({
    ...(fallen === 0 ? {} : { fallen }),
    ...(isolation.failed.length === 0 ? {} : { failed: isolation.failed }),
  });
  if (jobs.length === 0) return { sent: 0, looked: 0, ...unwell() };
  let room = options.maxOutstanding - (await ports.tickets.outstanding());
  for (const [index, job] of jobs.entries()) {
    if (room <= 0) {
      total.held = 'outstanding';
      break;
    }
    // Jobs share what room there is: the first ones cannot starve the last.
    const share = Math.ceil(room / (jobs.length - index));
    const report = await isolation.attempt(job.name, 'dispatch', () =>
      dispatchJob(ports, job, options, share),
    );
    if (report === undefined) continue;
    room -= report.sent;
    total.sent += report.sent;
    total.looked += report.looked;
    total.lagMs = Math.max(total.lagMs, report.lagMs ?? 0);
    total.held ??= report.held;
  }
  return {
    ...{ sent: total.sent, looked: total.looked, ...unwell() },
    ...(total.held ? { held: total.held } : {}),
    ...(total.lagMs > 0 ? { lagMs: total.lagMs } : {}),
  };
}

/** Those that no rule stops, and how many have lost their harvest. */
async function goingOn(
  ports: Dispatching,
  open: readonly Job[],
  isolation: JobIsolation,
): Promise<{ readonly jobs: readonly Job[]; readonly fallen: number }> {
  const jobs: Job[] = [];
  let fallen = 0;
  for (const job of open) {
    const seen = await isolation.attempt(job.name, 'dispatch', async () =>
      supervise(ports, job, await settingsOf(ports.jobs, job.name, job.config)),
    );
    if (seen === undefined) continue;
    if (seen.goesOn) jobs.push(job);
    if (seen.hasFallen) fallen += 1;
  }
  return { jobs, fallen };
}

async function dispatchJob(
  ports: Dispatching,
  job: Job,
  options: DispatchOptions,
  room: number,
): Promise<DispatchReport> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  if (options.mayCrawl?.(settings) === false) return { sent: 0, looked: 0 };
  const now = ports.clock.now();
  const all = options.only !== undefined || job.state !== 'open';
  const found = all
    ? await dueInAnyBand(ports.due, job.name, now, maxDue)
    : await bestDue(
        ports.due,
        job.name,
        now,
        room,
        options.everyBand === true || rankingFor(settings).hasBands,
      );
  const entries = options.only ? found.filter((entry) => entry.host === options.only?.host) : found;
  const { free: hosts, asked, spent } = await sortHeld(ports, job, dueHosts(entries));
  if (spent.length > 0) await ports.due.delete(job.name, spent);
  const groups: DueHost[][] = [];
  for (let start = 0; start < hosts.length; start += groupSize)
    groups.push(hosts.slice(start, start + groupSize));
  let held: DispatchReport['held'];
  let sent = 0;
  for (let start = 0; start < Math.min(asked.length, room); start += groupSize) {
    const group = asked.slice(start, Math.min(start + groupSize, room));
    sent += await dispatchGroup(ports, job, settings, options.timing, group, { pages: group.map(() => 0) });
  }
  await sideBySide(groups, groupsAtOnce, async (group) => {
    if (held === 'ceiling') return;
    const allowance = await reserve(
      ports,
      job,
      settings.limits.pagesPerDay,
      group.map(({ host }) => settingsFor(settings, host).turn.maxPages),
    );
    if (allowance.pages.length < group.length) held = 'ceiling';
    sent += await dispatchGroup(ports, job, settings, options.timing, group, allowance);
  });
  const lagMs =
    held === 'ceiling' ? 0 : now - Math.min(now, ...hosts.map(({ entries: [first] }) => first?.at ?? now));
  return { sent, looked: entries.length, ...(held ? { held } : {}), ...(lagMs > 0 ? { lagMs } : {}) };
}

/** Pages for each of some turns, and the UTC day whose ceiling they were taken from, where there is one. */
interface Allowance {
  readonly pages: readonly number[];
  readonly day?: string;
}

/** Pages for turns that want so many each, out of what the day's ceiling leaves; turns give back what they do not use. */
async function reserve(
  ports: Dispatching,
  job: Job,
  ceiling: number | undefined,
  wanted: readonly number[],
): Promise<Allowance> {
  if (ceiling === undefined) return { pages: wanted };
  const day = utcDay(ports.clock.now());
  const asked = wanted.reduce((sum, pages) => sum + pages, 0);
  const counted = await ports.jobs.addPages(job.name, day, asked);
  const granted = Math.max(0, Math.min(asked, asked - (counted - ceiling)));
  if (granted < asked) await ports.jobs.addPages(job.name, day, granted - asked);
  const pages: number[] = [];
  let left = granted;
  for (const want of wanted) {
    if (left === 0) break;
    pages.push(Math.min(left, want));
    left -= Math.min(left, want);
  }
  return { pages, day };
}

/** Tickets for as many hosts of a group as there are pages for. */
async function dispatchGroup(
  ports: Dispatching,
  job: Job,
  settings: JobSettings,
  timing: Timing,
  group: readonly DueHost[],
  { pages, day }: Allowance,
): Promise<number> {
  const tickets: Ticket[] = [];
  const spent: DueEntry[] = [];
  let unused = 0;
  await Promise.all(
    group.slice(0, pages.length).map(async (due, index) => {
      const allowed = pages[index] ?? 0;
      const result = await ticketHost(ports, job, settingsFor(settings, due.host), timing, due);
      if (typeof result === 'string') {
        unused += allowed;
        if (result === 'stale') spent.push(...due.entries);
        return;
      }
      tickets.push({ ...result.ticket, pages: allowed, ...(day === undefined ? {} : { day }) });
      spent.push(...result.spent);
    }),
  );
  if (tickets.length > 0) await ports.tickets.send(tickets);
  if (spent.length > 0) await ports.due.delete(job.name, spent);
  if (unused > 0 && day !== undefined) await ports.jobs.addPages(job.name, day, -unused);
  return tickets.length;
}
