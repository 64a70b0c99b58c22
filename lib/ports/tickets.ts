import type { HostName } from '../domain/url/url.ts';

/** 'This host of this job may have its turn n.' */
export interface Ticket {
  readonly job: string;
  readonly host: HostName;
  readonly turn: number;
  /** Random; the host's control knows it. */
  readonly id: string;
  /** Tickets with the same gate key are delivered one at a time, in order. */
  readonly gate: string;
  /** The version of the job's configuration that holds for this turn. */
  readonly config: string;
  /** Pages that this turn may fetch. */
  readonly pages: number;
  /** The UTC day (`YYYY-MM-DD`) whose ceiling they were taken from; absent for a job without one. */
  readonly day?: string;
}

/**
 * Ready hosts on their way to a worker. Delivery at least once, in order and one at a time per gate key.
 * @throws WinnowError `unavailable` when not all of them could be sent; sending them again is harmless.
 */
export interface TicketQueue {
  send(tickets: readonly Ticket[]): Promise<void>;
  /**
   * Tickets sent and not yet done, delivered ones included. What this process has sent is in it at once; those of other processes, and
   * what is done, may show a minute later.
   */
  outstanding(): Promise<number>;
}
