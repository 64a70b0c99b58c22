import { hash } from 'node:crypto';
import { WinnowError } from '../../../domain/base/error.ts';
import type { HostName } from '../../../domain/url/url.ts';
import type { Ticket } from '../../../ports/tickets.ts';

/** The form of a ticket's message body; a reader refuses a larger one. */
const formVersion = 1;

/** The message body of a ticket. */
export function encodeTicket(ticket: Ticket): string {
  const { job, host, turn, id, gate, config, pages, day } = ticket;
  return JSON.stringify({ v: formVersion, job, host, turn, id, gate, config, pages, day });
}

/**
 * The ticket of a message body, which anybody with access to the queue may have written.
 * @throws WinnowError `newer` when a newer Winnow wrote it, `corrupt` when it is no ticket
 */
export function parseTicket(body: string): Ticket {
  const fields = fieldsOf(body);
  const version = whole(fields, 'v');
  if (version > formVersion) {
    throw new WinnowError('newer', `a ticket has version ${version}; this Winnow reads ${formVersion}`);
  }
  return {
    job: text(fields, 'job'),
    host: text(fields, 'host') as HostName,
    turn: whole(fields, 'turn'),
    id: text(fields, 'id'),
    gate: text(fields, 'gate'),
    config: text(fields, 'config'),
    pages: whole(fields, 'pages'),
    ...(fields.day === undefined ? {} : { day: text(fields, 'day') }),
  };
}

/** SQS hands out the messages of one group one at a time; its ids have 128 characters of ASCII at most. */
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

function whole(fields: Fields, name: string): number {
  const value = fields[name];
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new WinnowError('corrupt', `a ticket has no ${name}`);
}
