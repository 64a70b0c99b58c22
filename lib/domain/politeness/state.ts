/** Why a host is left alone for longer than its gap. */
export type PauseTerm = 'retryAfter' | 'backoff' | 'robots';

/**
 * What a gate remembers of its host between requests, whoever makes them: small, stored in the gate's row, and opaque to
 * the stores. All but the first two are absent while it is well.
 */
export interface PolitenessState {
  /** Failures in a row, of any kind; 0: the last answer was one. */
  readonly errors: number;
  /** Those of them that had a pause follow. */
  readonly backoffs: number;
  /** Epoch ms, the first of these failures. */
  readonly since?: number;
  /** What failed last: `status 503`, `dns`, `robots.txt: status 500`. */
  readonly reason?: string;
  /** How long the last answer took, ms. */
  readonly responseMs?: number;
  /** What followed from it: how long it was to be left alone, and until when (epoch ms). */
  readonly pause?: { readonly term: PauseTerm; readonly ms: number; readonly until: number };
  /** Epoch ms from which the circuit breaker is open: each turn makes one request, and the first answer closes it. */
  readonly parkedSince?: number;
}

/** Of a host that was never asked. */
export const unknownHost: PolitenessState = { errors: 0, backoffs: 0 };
