import { hash } from 'node:crypto';
import { WinnowError } from '../../../domain/base/error.ts';
import type { HostName } from '../../../domain/url/url.ts';
import type { Ticket } from '../../../ports/tickets.ts';

/** The version of the message format; a worker refuses messages of a later version. */
const formVersion = 1;

/** The message body of a ticket. */
export function encodeTicket(ticket: Ticket): string {
  const { job, host, turn, id, gate, config, pages, day } = ticket;
  return JSON.stringify({ v: formVersion, job, host, turn, id, gate, config, pages, day });
}

/**
 * Parses the ticket of a message body. Anybody with access to the queue may have written the body.
 * @throws WinnowError `newer` when a newer Winnow wrote the body, `corrupt` when it is no ticket
 */
export function parseTicket(body: string): Ticket {
  const fields = fieldsOf(body);
  const version = wholeNumber(fields, 'v');
  if (version > formVersion) {
    throw new WinnowError('newer', `a ticket has version ${version}; this Winnow reads ${formVersion}`);
  }
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
 * The SQS message group of a gate; SQS delivers the messages of a group one at a time. A hash, because SQS allows a group
 * id 128 characters of ASCII.
 */
export function messageGroup(gate: string): string {
  return hash('sha256', gate).slice(0, 32);
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(body: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw new WinnowError('corrupt', 'a ticket is not JSON', { cause });
  }
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
