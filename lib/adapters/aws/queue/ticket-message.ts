import { hash } from 'node:crypto';
import { WinnowError } from '../../../base/error.ts';
import type { HostName } from '../../../base/url/url.ts';
import type { Ticket } from '../../../ports/tickets.ts';

/** The version of a message with several tickets; one with a single ticket is as in version 1. */
const formVersion = 2;

/** The message body of one ticket or several. */
export function encodeTickets(tickets: readonly Ticket[]): string {
  const [first, ...others] = tickets.map(writtenTicket);
  if (others.length === 0) return JSON.stringify({ v: 1, ...first });
  return JSON.stringify({ v: formVersion, tickets: [first, ...others] });
}

function writtenTicket({ job, host, turn, id, gate, config, pages, day }: Ticket): object {
  return { job, host, turn, id, gate, config, pages, day };
}

/**
 * Parses the tickets of a message body. Anybody with access to the queue may have written the body.
 * @throws WinnowError `newer` when a newer Winnow wrote the body, `corrupt` when it is no ticket
 */
export function parseTickets(body: string): readonly Ticket[] {
  const fields = fieldsOf(jsonOf(body));
  const version = wholeNumber(fields, 'v');
  if (version > formVersion) {
    throw new WinnowError('newer', `a ticket has version ${version}; this Winnow reads ${formVersion}`);
  }
  if (version < formVersion) return [ticketOf(fields)];
  const { tickets } = fields;
  if (!Array.isArray(tickets) || tickets.length === 0)
    throw new WinnowError('corrupt', 'a message has no tickets');
  return tickets.map((one) => ticketOf(fieldsOf(one)));
}

function ticketOf(fields: Fields): Ticket {
  return {
    job: text(fields, 'job'),
    host: text(fields, 'host') as HostName,
    turn: wholeNumber(fields, 'turn'),
    id: text(fields, 'id'),
    gate: text(fields, 'gate'),
    config: text(fields, 'config'),
    pages: wholeNumber(fields, 'pages'),
    ...(fields.day === undefined ? {} : { day: text(fields, 'day') }),
  };
}

/**
 * The SQS message group of a gate, or of tickets that share a message; SQS delivers the messages of a group one at a time. A hash, because SQS allows a group
 * id 128 characters of ASCII.
 */
export function messageGroup(name: string): string {
  return hash('sha256', name).slice(0, 32);
}

type Fields = Readonly<Record<string, unknown>>;

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new WinnowError('corrupt', 'a ticket is not JSON', { cause });
  }
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null)
    throw new WinnowError('corrupt', 'a ticket is not an object');
  return value as Fields;
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WinnowError('corrupt', `a ticket has no ${name}`);
}

function wholeNumber(fields: Fields, name: string): number {
  const value = fields[name];
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new WinnowError('corrupt', `a ticket has no ${name}`);
}
