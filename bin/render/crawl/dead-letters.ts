import { printable } from '../../../lib/base/printable.ts';
import { formatRelativeTime, formatTime } from '../../../lib/base/quantity.ts';
import type { DeadLetter, HostNow } from '../../../lib/runtime/shared/installation.ts';
import { fields } from '../base/table.ts';

export function renderDeadLetter(
  { id, sentAt, queue, ticket, order, body, host }: DeadLetter & { readonly host: HostNow | undefined },
  now: number,
): string {
  const state =
    host === undefined ? 'it is not known' : `${host.state}, turn ${host.turn}${whenDue(host, now)}`;
  return fields([
    ['id', id],
    ['sent', formatTime(sentAt)],
    ['queue', queue],
    ['job', (ticket ?? order)?.job],
    ['host', (ticket ?? order)?.host],
    ['turn', ticket === undefined ? undefined : String(ticket.turn)],
    ['document', order === undefined ? undefined : printable(order.url)],
    ['host now', (ticket ?? order) === undefined ? undefined : state],
    [queue === 'tickets' ? 'ticket' : 'order', printable(body)],
  ]);
}

function whenDue({ dueAt, ticketExpires, state }: HostNow, now: number): string {
  if (state === 'due' && dueAt !== undefined) return `, due ${formatRelativeTime(dueAt, now)}`;
  if (state === 'ticketed' && ticketExpires !== undefined)
    return `, its ticket is valid until ${formatTime(ticketExpires)}`;
  return '';
}
