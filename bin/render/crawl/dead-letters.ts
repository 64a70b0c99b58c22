import type { DeadLetter, HostNow } from '../../../lib/runtime/shared/installation.ts';
import { formatRelativeTime, formatTime } from '../base/quantity.ts';
import { clip, fields, printable, table } from '../base/table.ts';

export function renderDeadLetters(letters: readonly DeadLetter[], now: number): string {
  if (letters.length === 0) return 'no ticket was given up\n';
  return table(
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'sent', cell: ({ sentAt }) => formatRelativeTime(sentAt, now) },
      { title: 'job', cell: ({ ticket }) => ticket?.job ?? '?' },
      { title: 'host', cell: ({ ticket, body }) => ticket?.host ?? clip(printable(body), 60) },
      { title: 'turn', right: true, cell: ({ ticket }) => String(ticket?.turn ?? '?') },
    ],
    letters,
  );
}

export function renderDeadLetter(
  { id, sentAt, ticket, body, host }: DeadLetter & { readonly host: HostNow | undefined },
  now: number,
): string {
  const state =
    host === undefined ? 'it is not known' : `${host.state}, turn ${host.turn}${whenDue(host, now)}`;
  return fields([
    ['id', id],
    ['sent', formatTime(sentAt)],
    ['job', ticket?.job],
    ['host', ticket?.host],
    ['turn', ticket === undefined ? undefined : String(ticket.turn)],
    ['host now', ticket === undefined ? undefined : state],
    ['ticket', printable(body)],
  ]);
}

function whenDue({ dueAt, ticketExpires, state }: HostNow, now: number): string {
  if (state === 'due' && dueAt !== undefined) return `, due ${formatRelativeTime(dueAt, now)}`;
  if (state === 'ticketed' && ticketExpires !== undefined)
    return `, its ticket is valid until ${formatTime(ticketExpires)}`;
  return '';
}
