import { timing } from '../../domain/settings/timing.ts';

/** Messages that one harvester takes at once: the most that a FIFO batch holds. */
export const messagesPerBatch = 10;
/**
 * Tickets of hosts with gates of their own that share a message. A worker that dies takes the turns of all of them along, and each
 * may hold an answer of `fetch.maxBytes` in memory: so no more than a few.
 */
export const ticketsPerMessage = 3;
/**
 * Batches' worth of tickets that wait or are at work for each harvester. The dispatcher looks about every ten seconds: with ten, harvesters
 * whose turns take a second have enough to do until it looks again.
 */
const batchesPerHarvester = 10;
/** SQS looks for free groups among the first 120,000 messages of a FIFO queue (SQS quotas, 2026-11): behind them no host would move. */
const mostTickets = 100_000;

interface Harvesting {
  readonly turnMaxSeconds: number;
  readonly harvestConcurrency: number;
}

/** `maxOutstanding` where it is not set. */
export function usualOutstanding({ harvestConcurrency }: Pick<Harvesting, 'harvestConcurrency'>): number {
  return Math.min(mostTickets, harvestConcurrency * messagesPerBatch * batchesPerHarvester);
}

/**
 * The most that `maxOutstanding` may be: as many tickets as harvesters take up before the last of them expires, should every turn take as
 * long as it may.
 */
export function mostOutstanding({ turnMaxSeconds, harvestConcurrency }: Harvesting): number {
  const { ticketMs, functionMs } = timing(turnMaxSeconds * 1_000);
  return Math.min(mostTickets, Math.floor((harvestConcurrency * messagesPerBatch * ticketMs) / functionMs));
}
