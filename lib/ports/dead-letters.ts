import type { Ticket } from './tickets.ts';

/** A message that was given up: delivered again and again, and nobody came to the end of it. */
export interface DeadLetter {
  readonly id: string;
  /** Epoch ms when it was sent first. */
  readonly sentAt: number;
  /** Undefined when it is no ticket that can be read. */
  readonly ticket: Ticket | undefined;
  /** As it was sent. */
  readonly body: string;
}

/**
 * Tickets that were given up. They are evidence and never state: their hosts are found again by their entries in the due
 * index. Two who look at once see different letters; each sees all of them a minute later.
 * @throws WinnowError `unavailable`
 */
export interface DeadLetters {
  /** How many there are; approximate. */
  count(): Promise<number>;
  /** At most `limit`, the oldest first; of hosts that share a gate perhaps not all. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  /** Gives letters back to the queue, all of them or those that are named. @returns how many */
  redrive(ids?: readonly string[]): Promise<number>;
  /** Deletes letters, all of them or those that are named. @returns how many */
  drop(ids?: readonly string[]): Promise<number>;
}
