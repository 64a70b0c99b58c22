import { holdOn, isPurging } from '../../domain/control/hold.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { DueEntry } from '../../ports/due-index.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { duePositionIn } from '../frontier/due-bands.ts';
import { returnTicket } from './return-ticket.ts';
import type { DueHost } from './ticket-host.ts';
import { hasDied } from './worker-death.ts';

/** A host on hold is looked at again after this, ms; whoever lifts the hold wakes it. */
const lookAgainMs = 86_400_000;

/** Whether the dispatcher has anything to do with a job. */
export function isServed({ state, holds }: Job, now: number): boolean {
  return state === 'open' || isPurging(holds, now);
}

/** Whether a turn may be had with a ticket: one that fetches nothing always, another in an open or draining job whose host is not on hold. */
export function mayHaveTurn({ state, holds }: Job, { host, pages }: Pick<Ticket, 'host' | 'pages'>): boolean {
  if (pages === 0) return true;
  if (state !== 'open' && state !== 'draining') return false;
  const hold = holdOn(holds, host);
  return hold === undefined || hold.verb === 'drain';
}

/** Due hosts by what is to be done with them. */
export interface SortedHosts {
  /** To be given their turns. */
  readonly free: readonly DueHost[];
  /** On hold, with mail: their turns read it, and fetch nothing. */
  readonly asked: readonly DueHost[];
  /** On hold: what their due entries are worth now. */
  readonly spent: readonly DueEntry[];
}

/**
 * Puts off the hosts of a job that are on hold: they are due again much later, so that the due index does not fill up
 * with them. In a job that is not open only those have turns whose records are to go.
 */
export async function sortOnHold(
  ports: Pick<Ports, 'hosts' | 'due' | 'gates' | 'clock'>,
  job: Job,
  hosts: readonly DueHost[],
): Promise<SortedHosts> {
  const open = job.state === 'open';
  if (open && job.holds === undefined) return { free: hosts, asked: [], spent: [] };
  const [free, asked, spent]: [DueHost[], DueHost[], DueEntry[]] = [[], [], []];
  for (const due of hosts) {
    const hold = holdOn(job.holds, due.host);
    if (hold === undefined) {
      if (open) free.push(due);
    } else if (!open) {
      if (hold.purge !== undefined && (due.wake || (await hasMail(ports, job, due.host)))) asked.push(due);
    } else if (due.wake || (await hasMail(ports, job, due.host))) asked.push({ ...due, wake: true });
    else spent.push(...(await putOff(ports, job, due)));
  }
  return { free, asked, spent };
}

async function hasMail(ports: Pick<Ports, 'hosts'>, job: Job, host: HostName): Promise<boolean> {
  return (await ports.hosts.inbox({ job: job.name, host }, 1)).length > 0;
}

/** Control first, then the entry at the new time, as always (`returnTicket`). @returns entries that are spent */
async function putOff(
  ports: Pick<Ports, 'hosts' | 'due' | 'gates' | 'clock'>,
  job: Job,
  { host, entries }: DueHost,
): Promise<readonly DueEntry[]> {
  const key = { job: job.name, host };
  const control = await ports.hosts.control(key);
  const now = ports.clock.now();
  const later = now + lookAgainMs;
  if (control?.state === 'ticketed' && (control.ticketExpires ?? 0) <= now) {
    const lost = { ...control, attempts: control.attempts + ((await hasDied(ports, key, control)) ? 1 : 0) };
    return (await returnTicket(ports, key, lost, later)) ? entries : [];
  }
  if (control?.state !== 'due') return entries;
  const { dueAt = 0 } = control;
  const at = dueAt > now ? dueAt : later;
  if (at === later && !(await ports.hosts.putControl(key, control, { ...control, dueAt: at }))) return [];
  await ports.due.put(job.name, { at, host, wake: false, ...duePositionIn(control) });
  return entries;
}
