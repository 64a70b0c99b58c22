import type { HostName } from '../base/url/url.ts';

/** The permission for one turn: 'this host of this job may have its turn n.' */
export interface Ticket {
  readonly job: string;
  readonly host: HostName;
  readonly turn: number;
  /** A random id; the host's control has the same one. */
  readonly id: string;
  /** Tickets with the same gate key are delivered one at a time, in order. */
  readonly gate: string;
  /** The version of the job's settings for this turn. */
  readonly config: string;
  /** The pages that this turn may fetch. */
  readonly pages: number;
  /** The UTC day (`YYYY-MM-DD`) from whose ceiling the pages were taken; absent for a job without a ceiling. */
  readonly day?: string;
}

/**
 * Tickets on their way to workers. Each is delivered at least once; per gate key in order and one at a time.
 * @throws WinnowError `unavailable` when some could not be sent; sending them again does no harm.
 */
export interface TicketQueue {
  send(tickets: readonly Ticket[]): Promise<void>;
  /**
   * The number of tickets that were sent and are not done, delivered ones included, approximately. Tickets that this process sent are
   * counted at once; what other processes sent, and what is done, may show a minute later.
   */
  outstanding(): Promise<number>;
}
