import type { CanonicalUrl } from '../../base/url/url.ts';
import { orderKind } from '../orders/order-kind.ts';

/** A page that has become the representative of its group of near-duplicates: its record no longer links to another one. */
export interface RepresentOrder {
  readonly url: CanonicalUrl;
  /** The content for which it was chosen. */
  readonly md5: string;
}

export const representOrder = orderKind<RepresentOrder>('e');
