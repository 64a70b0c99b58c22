import { escaped, foreign, instant, whole } from '../../base/html/text.ts';
import { row, short, table, unbroken } from './cells.ts';

/** A message that its queue gave up, as a dashboard shows it. */
export interface ConsoleLetter {
  readonly id: string;
  readonly sentAt: number;
  readonly queue: string;
  readonly ticket?: { readonly job: string; readonly host: string; readonly turn: number } | undefined;
  readonly order?: { readonly job: string; readonly host: string; readonly url: string } | undefined;
}

/** Messages that are listed. */
const maxShown = 50;

/** What queues gave up: a row for each message. */
export function lettersBox(letters: readonly ConsoleLetter[]): string {
  if (letters.length === 0) return '<p>No message is to be had now: a minute later all show again.</p>';
  const rows = letters.slice(0, maxShown).map(({ id, sentAt, queue, ticket, order }) => {
    const meant = ticket ?? order;
    const what =
      ticket === undefined
        ? order === undefined
          ? 'unreadable'
          : foreign(short(order.url))
        : `turn ${whole(ticket.turn)}`;
    return row([
      unbroken(instant(sentAt)),
      escaped(queue),
      foreign(meant?.job ?? ''),
      foreign(short(meant?.host ?? '')),
      what,
      foreign(short(id)),
    ]);
  });
  const more = letters.length > maxShown ? `<p>and ${whole(letters.length - maxShown)} more</p>` : '';
  return table(['Sent', 'Queue', 'Job', 'Host', 'What', 'Id'], rows) + more;
}
