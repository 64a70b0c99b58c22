/** Why there is a pause longer than the gap. */
export type PauseTerm = 'retryAfter' | 'backoff' | 'robots';

/**
 * What a gate remembers of its host between the requests of all jobs. It is small, stored in the gate's row, and opaque
 * to the stores. While the host is well, `since`, `reason`, `pause` and `parkedSince` are absent.
 */
export interface PolitenessState {
  /** Failures in a row, of any kind; 0: the last request was answered well. */
  readonly errors: number;
  /** Those of the `errors` that a pause followed. */
  readonly backoffs: number;
  /** Epoch ms, the first of the `errors`. */
  readonly since?: number;
  /** What failed last: `status 503`, `dns`, `robots.txt: status 500`. */
  readonly reason?: string;
  /** Response time of the last good answer, ms. */
  readonly responseMs?: number;
  /** The pause after the last failure: its reason, its length, and its end (epoch ms). */
  readonly pause?: { readonly term: PauseTerm; readonly ms: number; readonly until: number };
  /** Epoch ms since which the host is parked: each turn makes one request, and the first good answer ends it. */
  readonly parkedSince?: number;
}

/** The state of a host that was never requested. */
export const unknownHost: PolitenessState = { errors: 0, backoffs: 0 };
