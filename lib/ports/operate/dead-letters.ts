import type { ConversionOrder } from '../../domain/convert/conversion.ts';
import type { Ticket } from '../tickets.ts';

/** A ticket, or an order to convert a document, that its queue gave up: it was delivered again and again, and no worker finished it. */
export interface DeadLetter {
  /** Of its message; tickets that were sent together have the same. */
  readonly id: string;
  /** Epoch ms when the message was sent first. */
  readonly sentAt: number;
  /** Which queue gave it up. */
  readonly queue: 'tickets' | 'conversions';
  /** Undefined when the message cannot be read as a ticket, and for an order. */
  readonly ticket: Ticket | undefined;
  /** Undefined when the message cannot be read as an order, and for a ticket. */
  readonly order?: ConversionOrder | undefined;
  /** The message as it was sent. */
  readonly body: string;
}

/**
 * What queues gave up. Dead letters are evidence and never state: the entries of the due index find hosts of tickets
 * again, and hosts ask for their conversions again. Two readers at the same time see different letters; a minute later each of them sees all.
 * @throws WinnowError `unavailable`
 */
export interface DeadLetters {
  /** The number of messages, approximately. */
  count(): Promise<number>;
  /** At most `limit` letters, oldest first. Of hosts that share a gate some may be missing. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  /** Sends messages to their queues again: those with these ids, or all. @returns their number */
  redrive(ids?: readonly string[]): Promise<number>;
  /** Deletes messages: those with these ids, or all. @returns their number */
  drop(ids?: readonly string[]): Promise<number>;
}
