import type { CanonicalUrl } from '../../base/url/url.ts';
import { type HostBody, type PartCodec, stateIn } from '../frontier/body.ts';

/** A document of which the host waits for the text. */
export interface WaitingConversion {
  readonly id: string;
  /** How often it was asked for. */
  readonly asks: number;
  /** Epoch ms after which it counts as lost. */
  readonly until: number;
}

/** By the URL whose visit brought the document. */
export type WaitingConversions = Map<CanonicalUrl, WaitingConversion>;

/**
 * As many documents of one host may be waiting for; with more, the host visits nothing. A turn may exceed this number by
 * the documents that it brings itself.
 */
export const maxWaiting = 100;

const convertState: PartCodec<WaitingConversions> = {
  name: 'convert',
  version: 1,
  empty: () => new Map(),
  encode: (waiting) =>
    waiting.size === 0 ? undefined : [...waiting].map(([url, { id, asks, until }]) => [url, id, asks, until]),
  decode: (stored) =>
    new Map(
      (stored as [CanonicalUrl, string, number, number][]).map(
        ([url, id, asks, until]) => [url, { id, asks, until }] as const,
      ),
    ),
};

/** The documents of which a host waits for the text. */
export function conversionsOf({ parts }: Pick<HostBody, 'parts'>): WaitingConversions {
  return stateIn(parts, convertState);
}
