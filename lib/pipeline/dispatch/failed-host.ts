import { isOutage, WinnowError } from '../../base/error.ts';
import type { HostName } from '../../base/url/url.ts';
import type { DueEntry } from '../../ports/due-index.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { duePositionIn } from '../frontier/due-position.ts';
import { failureText } from '../job/isolate-jobs.ts';
import { noteQuarantine } from '../job/quarantine.ts';
import { returnTicket } from './return-ticket.ts';
import type { DueHost } from './ticket-host.ts';

type PuttingOff = Pick<Ports, 'jobs' | 'hosts' | 'due' | 'clock'>;

/** When a host is looked at again whose store did not answer, ms. */
const retryMs = 60_000;

/** The failure of one host, by name. */
export function failureOf(host: HostName, error: unknown): WinnowError {
  const { code, message } = failureText(error);
  return new WinnowError(code, `${host}: ${message}`, { cause: error });
}

/**
 * Puts off a due host that could not be handled, so that it does not come first at each look: a damaged one is quarantined, any other
 * comes again within a minute. If that fails, too, the host stays due.
 * @returns entries of the due index that can be deleted
 */
export async function putOffFailed(
  ports: PuttingOff,
  { name: job }: Job,
  { host, entries, wake }: DueHost,
  error: unknown,
): Promise<readonly DueEntry[]> {
  try {
    const at = isOutage(error)
      ? ports.clock.now() + retryMs
      : (await noteQuarantine(ports, { job, host }, { error })).until;
    await ports.due.put(job, { at, host, wake, ...duePositionIn(entries[0] ?? {}) });
    return entries;
  } catch {
    return [];
  }
}

/**
 * Takes back tickets that may not have been sent: their hosts are due again within a minute, instead of at the end of
 * their tickets. A ticket that was sent all the same has no turn any more.
 */
export async function takeBack(ports: PuttingOff, tickets: readonly Ticket[]): Promise<void> {
  const from = ports.clock.now() + retryMs;
  await Promise.allSettled(
    tickets.map(async ({ job, host, id }) => {
      const key = { job, host };
      const control = await ports.hosts.control(key);
      if (control?.state === 'ticketed' && control.ticket === id)
        await returnTicket(ports, key, control, from);
    }),
  );
}
