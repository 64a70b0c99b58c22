/** The clockwork of an installation, all derived from the longest turn, so that no two of them can disagree. */
export interface Timing {
  /** No request of a turn starts after this. */
  readonly turnMs: number;
  /** The longest that one request may take, whatever the job says. */
  readonly requestMs: number;
  /** What is left for storing and committing after the last request. */
  readonly commitMs: number;
  /** Timeout of the harvest function, and of a turn on one machine: turn + request + commit. */
  readonly functionMs: number;
  /** How long a claimed gate is held at most. */
  readonly leaseMs: number;
  /** How long a delivered ticket is hidden from other workers. */
  readonly visibilityMs: number;
  /** Deliveries of one ticket before it is set aside. */
  readonly maxReceives: number;
  /** After this a ticket counts as lost. */
  readonly ticketMs: number;
}

/** AWS asks for a queue visibility of at least six times the function's timeout (Lambda developer guide, 2026-11). */
const visibilityFactor = 6;
const maxReceives = 3;

/**
 * @param turnMs the longest turn, 2,000 to 300,000 ms
 */
export function timing(turnMs: number): Timing {
  const requestMs = Math.max(2_000, Math.ceil(turnMs / 2));
  const commitMs = Math.max(4_000, Math.ceil(turnMs / 2));
  const functionMs = Math.ceil((turnMs + requestMs + commitMs) / 1_000) * 1_000;
  const visibilityMs = visibilityFactor * functionMs;
  return {
    turnMs,
    requestMs,
    commitMs,
    functionMs,
    leaseMs: functionMs,
    visibilityMs,
    maxReceives,
    ticketMs: visibilityMs * maxReceives + functionMs,
  };
}
