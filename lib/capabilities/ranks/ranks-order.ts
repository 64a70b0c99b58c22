import type { CanonicalUrl } from '../../base/url/url.ts';
import { orderKind } from '../../domain/orders/order-kind.ts';
import type { PageRanks } from '../../graph/ranks.ts';

/** Ranks that an analysis of the link graph found, and that are to stand in the records of pages. */
export interface RanksOrder {
  readonly pages: readonly { readonly url: CanonicalUrl; readonly ranks: PageRanks }[];
}

export const ranksOrder = orderKind<RanksOrder>('k');
