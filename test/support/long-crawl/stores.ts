import type { Delivery } from '../../../lib/pipeline/turn/turn.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { HeldClock } from '../clock.ts';
import { directoryPorts, type MemoryPorts, memoryPorts } from '../stores.ts';

/** What a long crawl runs on: the stores of a runtime under a held clock, and its tickets as workers get them. */
export interface LongCrawlStores {
  readonly stores: Omit<Ports, 'fetcher' | 'reader'>;
  readonly clock: HeldClock;
  receive(): Promise<readonly Delivery[]>;
  done(delivery: Delivery): Promise<void>;
  /** Hands a ticket out once more, not before so many milliseconds of the held clock have passed. */
  again(delivery: Delivery, afterMs: number): Promise<void>;
  /** Resolves when nobody waits for a store: before, no time of the held clock may pass. */
  quiet(): Promise<void>;
  close(): void;
}

/** Tickets that a worker is given at once. */
export const batchSize = 10;

/** The embedded adapters, in memory. */
export function storesInMemory(): LongCrawlStores {
  return embeddedStores(memoryPorts());
}

/** The embedded adapters, on a data directory. */
export function storesInDirectory(directory: string, clock: HeldClock): LongCrawlStores {
  return embeddedStores(directoryPorts(directory, clock));
}

function embeddedStores(stores: MemoryPorts): LongCrawlStores {
  const { clock, tickets, close } = stores;
  return {
    ...{ stores, clock, close },
    receive: async () => tickets.receive(batchSize),
    done: async (delivery) => tickets.done(delivery),
    again: async (delivery, afterMs) => tickets.retry(delivery, afterMs),
    quiet: async () => undefined,
  };
}
