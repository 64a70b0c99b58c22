import type { HostBody, SegmentReader } from './state.ts';

export interface Preparation {
  /** Epoch ms. */
  readonly now: number;
  /** How many works the turn is going to take. */
  readonly wanted: number;
}

/** Brings the best pending URLs and the due visits into the head, so that `take` can serve what is wanted. */
export async function prepare(
  _body: HostBody,
  _read: SegmentReader,
  _preparation: Preparation,
): Promise<void> {}
