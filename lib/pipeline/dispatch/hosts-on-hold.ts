import type { HostName } from '../../base/url/url.ts';
import { holdOn } from '../../domain/control/hold.ts';
import { isPurging } from '../../domain/control/holds.ts';
import type { DueEntry } from '../../ports/due-index.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { duePositionIn } from '../frontier/due-position.ts';
import { failureOf, putOffFailed } from './failed-host.ts';
import { returnTicket } from './return-ticket.ts';
import type { DueHost } from './ticket-host.ts';
import { hasDied } from './worker-death.ts';

/** A host on hold is looked at again after this, ms; lifting the hold wakes it. */
const lookAgainMs = 86_400_000;

/** Whether the dispatcher handles a job. */
export function isServed({ state, holds }: Job, now: number): boolean {
  return state === 'open' || isPurging(holds, now);
}

/** Due hosts by what happens to them. */
export interface SortedHosts {
  /** Hosts that get tickets. */
  readonly free: readonly DueHost[];
  /** Hosts on hold with messages: their turns take these in, and fetch nothing. */
  readonly asked: readonly DueHost[];
  /** Due entries of hosts on hold that can be deleted. */
  readonly spent: readonly DueEntry[];
}

/**
 * Puts off the due hosts that are on hold: they become due much later, so that they do not fill the due index. In a job
 * that is not open only hosts whose records are to be released get turns.
 * @param onFailure called with the failure of one host, which does not stop the others
 */
export async function sortOnHold(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'due' | 'gates' | 'clock'>,
  job: Job,
  hosts: readonly DueHost[],
  onFailure: (error: unknown) => void,
): Promise<SortedHosts> {
  const open = job.state === 'open';
  if (open && job.holds === undefined) return { free: hosts, asked: [], spent: [] };
  const [free, asked, spent]: [DueHost[], DueHost[], DueEntry[]] = [[], [], []];
  for (const due of hosts) {
    const hold = holdOn(job.holds, due.host);
    try {
      if (hold === undefined) {
        if (open) free.push(due);
      } else if (!open) {
        if (hold.purge !== undefined && (due.wake || (await hasMail(ports, job, due.host)))) asked.push(due);
      } else if (due.wake || (await hasMail(ports, job, due.host))) asked.push({ ...due, wake: true });
      else spent.push(...(await putOff(ports, job, due)));
    } catch (error) {
      spent.push(...(await putOffFailed(ports, job, due, error)));
      onFailure(failureOf(due.host, error));
    }
  }
  return { free, asked, spent };
}

async function hasMail(ports: Pick<Ports, 'hosts'>, job: Job, host: HostName): Promise<boolean> {
  return (await ports.hosts.inbox({ job: job.name, host }, 1)).length > 0;
}

/** Writes control first, then the entry at the new time (`returnTicket`). @returns entries that can be deleted */
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
