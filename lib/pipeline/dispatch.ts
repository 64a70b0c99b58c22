import { gateKey } from '../domain/gate-key.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { Timing } from '../domain/timing.ts';
import type { HostName } from '../domain/url.ts';
import type { DueEntry } from '../ports/due-index.ts';
import type { HostControl } from '../ports/hosts.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import type { Ticket } from '../ports/tickets.ts';
import { settingsOf } from './settings-cache.ts';
import { sideBySide } from './side-by-side.ts';
import { utcDay } from './utc-day.ts';

export interface DispatchOptions {
  readonly timing: Timing;
  /** Tickets on their way or at work, over all jobs, are never more than this. */
  readonly maxOutstanding: number;
  /** Only this host of this job: somebody asked for one of its pages now. */
  readonly only?: { readonly job: string; readonly host: HostName };
  /** Jobs whose settings it refuses get no tickets. */
  readonly mayCrawl?: (settings: JobSettings) => boolean;
}

export interface DispatchReport {
  readonly sent: number;
  /** Due entries that were looked at. */
  readonly looked: number;
  /** Nothing more was given out although hosts are due, and why. */
  readonly held?: 'outstanding' | 'ceiling';
}

type Dispatching = Pick<Ports, 'jobs' | 'hosts' | 'due' | 'tickets' | 'clock' | 'entropy'>;

/** SQS takes ten messages a request; entries are worked through in such groups, a few groups at a time. */
const groupSize = 10;
const groupsAtOnce = 4;
/** What one look at the due index may bring. */
const maxDue = 10_000;

/** Gives due hosts of all open jobs their tickets, oldest first, one pass. Safe beside other dispatchers. */
export async function dispatch(ports: Dispatching, options: DispatchOptions): Promise<DispatchReport> {
  const jobs = (await ports.jobs.jobs()).filter(
    (job) => job.state === 'open' && (options.only?.job ?? job.name) === job.name,
  );
  const total = { sent: 0, looked: 0, held: undefined as DispatchReport['held'] };
  if (jobs.length === 0) return { sent: 0, looked: 0 };
  let room = options.maxOutstanding - (await ports.tickets.outstanding());
  for (const [index, job] of jobs.entries()) {
    if (room <= 0) {
      total.held = 'outstanding';
      break;
    }
    // Jobs share what room there is: the first ones cannot starve the last.
    const share = Math.ceil(room / (jobs.length - index));
    const report = await dispatchJob(ports, job, options, share);
    room -= report.sent;
    total.sent += report.sent;
    total.looked += report.looked;
    total.held ??= report.held;
  }
  return { sent: total.sent, looked: total.looked, ...(total.held ? { held: total.held } : {}) };
}

async function dispatchJob(
  ports: Dispatching,
  job: Job,
  options: DispatchOptions,
  room: number,
): Promise<DispatchReport> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  if (options.mayCrawl?.(settings) === false) return { sent: 0, looked: 0 };
  const found = await ports.due.due(job.name, ports.clock.now(), options.only ? maxDue : room);
  const entries = options.only ? found.filter((entry) => entry.host === options.only?.host) : found;
  const groups: DueEntry[][] = [];
  for (let start = 0; start < entries.length; start += groupSize)
    groups.push(entries.slice(start, start + groupSize));
  let sent = 0;
  let held: DispatchReport['held'];
  await sideBySide(groups, groupsAtOnce, async (group) => {
    if (held === 'ceiling') return;
    const pages = await reserve(
      ports,
      job,
      settings.limits.pagesPerDay,
      settings.turn.maxPages,
      group.length,
    );
    if (pages.length < group.length) held = 'ceiling';
    sent += await dispatchGroup(ports, job, options.timing, group.slice(0, pages.length), pages);
  });
  return { sent, looked: entries.length, ...(held ? { held } : {}) };
}

/** Pages for each of `tickets` turns, out of what the day's ceiling leaves; turns give back what they do not use. */
async function reserve(
  ports: Dispatching,
  job: Job,
  ceiling: number | undefined,
  maxPages: number,
  tickets: number,
): Promise<readonly number[]> {
  if (ceiling === undefined) return Array.from({ length: tickets }, () => maxPages);
  const day = utcDay(ports.clock.now());
  const asked = tickets * maxPages;
  const counted = await ports.jobs.addPages(job.name, day, asked);
  const granted = Math.max(0, Math.min(asked, asked - (counted - ceiling)));
  if (granted < asked) await ports.jobs.addPages(job.name, day, granted - asked);
  const pages: number[] = [];
  for (let left = granted; left > 0 && pages.length < tickets; left -= maxPages)
    pages.push(Math.min(left, maxPages));
  return pages;
}

async function dispatchGroup(
  ports: Dispatching,
  job: Job,
  timing: Timing,
  group: readonly DueEntry[],
  pages: readonly number[],
): Promise<number> {
  const tickets: Ticket[] = [];
  const fired: DueEntry[] = [];
  let unused = 0;
  await Promise.all(
    group.map(async (entry, index) => {
      const allowed = pages[index] ?? 0;
      const result = await ticketHost(ports, job, timing, entry, allowed);
      if (result === 'lost') unused += allowed;
      else {
        fired.push(entry);
        if (result === 'stale') unused += allowed;
        else tickets.push(result);
      }
    }),
  );
  if (tickets.length > 0) await ports.tickets.send(tickets);
  if (fired.length > 0) await ports.due.delete(job.name, fired);
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  if (unused > 0 && settings.limits.pagesPerDay !== undefined) {
    await ports.jobs.addPages(job.name, utcDay(ports.clock.now()), -unused);
  }
  return tickets.length;
}

/**
 * One due entry: a ticket for its host if the host may have one. The entry at `ticketExpires` is put first: should
 * everything after it be lost, it finds the host again.
 */
async function ticketHost(
  ports: Dispatching,
  job: Job,
  timing: Timing,
  entry: DueEntry,
  pages: number,
): Promise<Ticket | 'stale' | 'lost'> {
  const key = { job: job.name, host: entry.host };
  const control = await ports.hosts.control(key);
  if (!control) return 'stale';
  const now = ports.clock.now();
  if (!mayHaveTicket(control, entry, now)) {
    await confirm(ports, job, control, entry);
    return 'stale';
  }
  const ticketExpires = now + timing.ticketMs;
  await ports.due.put(job.name, { at: ticketExpires, host: entry.host, wake: false });
  const { dueAt: _, ...rest } = control;
  const ticketed: HostControl = {
    ...rest,
    state: 'ticketed',
    turn: control.turn + 1,
    ticket: ports.entropy.id(),
    ticketExpires,
    attempts: control.attempts + (control.state === 'ticketed' ? 1 : 0),
  };
  if (!(await ports.hosts.putControl(key, control, ticketed))) return 'lost';
  return {
    ...key,
    turn: ticketed.turn,
    id: ticketed.ticket as string,
    gate: gateKey(entry.host),
    config: job.config,
    pages,
  };
}

/**
 * Before an entry that may not dispatch its host is dropped: a wake waits for the end of the ticket, and a host that
 * is due later gets the entry that says so, in case whoever made it due died before putting it.
 */
async function confirm(ports: Dispatching, job: Job, control: HostControl, entry: DueEntry): Promise<void> {
  const { state, ticketExpires, dueAt } = control;
  if (state === 'ticketed' && entry.wake && ticketExpires !== undefined) {
    await ports.due.put(job.name, { ...entry, at: ticketExpires });
  }
  if (state === 'due' && dueAt !== undefined) {
    await ports.due.put(job.name, { at: dueAt, host: entry.host, wake: false });
  }
}

function mayHaveTicket(control: HostControl, entry: DueEntry, now: number): boolean {
  switch (control.state) {
    case 'due':
      return entry.wake || (control.dueAt ?? 0) <= now;
    case 'idle':
      return entry.wake;
    case 'ticketed':
      return (control.ticketExpires ?? 0) <= now;
  }
}
