import type { Ticket } from './tickets.ts';

/** A ticket that the queue gave up: it was delivered again and again, and no worker finished it. */
export interface DeadLetter {
  /** Of its message; tickets that were sent together have the same. */
  readonly id: string;
  /** Epoch ms when the message was sent first. */
  readonly sentAt: number;
  /** Undefined when the message cannot be read as a ticket. */
  readonly ticket: Ticket | undefined;
  /** The message as it was sent. */
  readonly body: string;
}

/**
 * Tickets that the queue gave up. They are evidence and never state: the entries of the due index find their hosts
 * again. Two readers at the same time see different letters; a minute later each of them sees all.
 * @throws WinnowError `unavailable`
 */
export interface DeadLetters {
  /** The number of messages, approximately. */
  count(): Promise<number>;
  /** At most `limit` letters, oldest first. Of hosts that share a gate some may be missing. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  /** Sends messages to the queue again: those with these ids, or all. @returns their number */
  redrive(ids?: readonly string[]): Promise<number>;
  /** Deletes messages: those with these ids, or all. @returns their number */
  drop(ids?: readonly string[]): Promise<number>;
}
