import type { CanonicalUrl } from '../../base/url/url.ts';
import { type DeleteRule, meets, type UrlConditions } from '../../domain/control/delete-rule.ts';
import { deletedCause } from '../../domain/control/deleted-visit.ts';
import { isMarked, type RevisitMark } from '../../domain/control/revisit-mark.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { orderKind } from '../../domain/orders/order-kind.ts';

/** Conditions that select visited pages. A page must meet all that are given. */
export interface PageConditions extends UrlConditions {
  readonly visits?: RevisitMark;
}

/** A deletion as hosts are told of it. */
export interface Deletion extends Pick<DeleteRule, 'id' | 'at' | 'by' | 'reason'> {
  /** Pages by their URLs, known or not. */
  readonly urls?: readonly CanonicalUrl[];
  /** Pages by conditions; absent: those of `urls` alone. */
  readonly pages?: PageConditions;
  /** It also holds for URLs that come later. */
  readonly isRule?: true;
}

/** The end of a deletion, given at `at`. */
export interface Undoing {
  /** ID of the deletion. */
  readonly ends: string;
  readonly at: number;
  /** The pages come back as they were, without a request; absent: they are visited again. */
  readonly restores?: true;
}

/** Takes pages of the host out of the collection for good, or ends that. */
export const deleteOrder = orderKind<Deletion | Undoing>('z');

/** Whether a page meets all conditions. @param isWithin whether a topic class equals another or is below it */
export function isSelected(
  { visits, ...byUrl }: PageConditions,
  visit: Visit,
  isWithin: (id: string, above: string) => boolean,
): boolean {
  return meets(byUrl, visit.url) && (visits === undefined || isMarked(visits, visit, isWithin));
}

/** What the visit of a deleted page says of its deletion. */
export function saidBy(detail = ''): string {
  const said = `${deletedCause}: `;
  return detail.startsWith(said) ? detail.slice(said.length) : detail;
}
