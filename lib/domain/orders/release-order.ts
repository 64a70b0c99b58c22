import { orderKind } from './order-kind.ts';

export interface ReleaseOrder {
  /** The cause that tombstones name: `blocked`. */
  readonly cause: string;
  /** The reason for people. */
  readonly detail: string;
}

/** Releases all URLs of the host from their records. */
export const releaseOrder = orderKind<ReleaseOrder>('x');
