import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { openUnusedPages } from '../cost/unused-pages.ts';
import { noteQuarantine, type QuarantinedHost } from '../job/quarantine.ts';
import { returnTicket } from './return-ticket.ts';

type Quarantining = Pick<Ports, 'jobs' | 'hosts' | 'due' | 'clock'>;

/**
 * Ends a ticket whose turn fails whenever it is delivered: its host becomes due again after an hour, after two hours when that
 * fails too, and so on up to a day. If the control of the host cannot be read, the entry at the end of the ticket finds it.
 */
export async function quarantineHost(
  ports: Quarantining,
  ticket: Ticket,
  error: unknown,
): Promise<QuarantinedHost> {
  const { job, host, turn, id } = ticket;
  const key = { job, host };
  const quarantined = await noteQuarantine(ports, key, { error, turn });
  const control = await ports.hosts.control(key).catch(() => undefined);
  if (control?.state === 'ticketed' && control.ticket === id)
    await returnTicket(ports, key, control, quarantined.until);
  const unused = openUnusedPages(ports);
  unused.add(ticket, ticket.pages);
  await unused.giveBack();
  return quarantined;
}
