import type { ConversionOrder, StagedDocument, StagedResult } from '../domain/convert/conversion.ts';
import type { HostKey } from './hosts.ts';

/** `document`: what a visit brought, to be converted. `result`: what became of it. */
export type ConversionPart = 'document' | 'result';

/**
 * What a conversion needs while it is under way: the document and its result, by an id that is used once. Both go when a
 * turn of the host has taken the result in.
 * @throws WinnowError `full` when there is no room, `unavailable`
 */
export interface ConversionStore {
  /** The bytes are durable when the promise resolves. A second put replaces the first. */
  put(key: HostKey, id: string, part: ConversionPart, bytes: Uint8Array): Promise<void>;
  /** Undefined when nothing was put, or it was deleted. */
  read(key: HostKey, id: string, part: ConversionPart): Promise<Uint8Array | undefined>;
  /** Deletes documents and results; passes over missing ones. */
  delete(key: HostKey, ids: readonly string[]): Promise<void>;
  /** The ids of a host of which anything is stored, each once, in any order, at most `limit`. */
  list(key: HostKey, limit: number): Promise<readonly string[]>;
}

/**
 * Orders on their way to a converter. Each is delivered at least once, in any order; one whose converter dies is delivered
 * again, with its number of deliveries.
 * @throws WinnowError `unavailable` when some could not be sent; sending them again does no harm
 */
export interface ConvertQueue {
  send(orders: readonly ConversionOrder[]): Promise<void>;
  /** The number of orders that were sent and are not done, delivered ones included; what other processes sent may show a minute later. */
  outstanding(): Promise<number>;
}

/**
 * Converts documents where a conversion can be ended: one that takes longer, or more memory, than its limits allow ends alone.
 * Never throws for what a document does.
 * @throws WinnowError `unavailable` when it is closed, or no converter starts
 */
export interface DocumentConverter {
  convert(document: StagedDocument): Promise<StagedResult['conversion']>;
}
