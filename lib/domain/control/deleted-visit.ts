import type { Visit } from '../frontier/entry.ts';
import type { DeleteRule } from './delete-rule.ts';
import { beforeOf, encodeMark, type RecordOfPage, withoutPage } from './deletion-mark.ts';

/** What people are told of a deletion. */
export type DeletionHead = Pick<DeleteRule, 'id' | 'at' | 'by' | 'reason'>;

/** The cause that tombstones name, and what the details of visits begin with. */
export const deletedCause = 'deleted';

const mostCharacters = 300;

/** Why a page is away, for people. */
export function describeDeletion({ id, at, by, reason }: DeletionHead): string {
  const why = reason === '' ? '' : `: ${reason}`;
  return `by ${by}, ${new Date(at).toISOString()}${why} (${id})`.slice(0, mostCharacters);
}

/** What a visit says of a deletion. */
export function deniedBy(deletion: DeletionHead) {
  return { outcome: 'denied', detail: `${deletedCause}: ${describeDeletion(deletion)}` } as const;
}

/** A visit that a deletion has met. @param entry of its record */
export function deletedVisit(visit: Visit, deletion: DeletionHead, entry: RecordOfPage | undefined): Visit {
  return {
    ...withoutPage(visit),
    // The changed time distinguishes the visit from the copy that it may leave behind in a segment (`takeHolding`).
    at: visit.at + 1,
    ...deniedBy(deletion),
    deleted: encodeMark({ id: deletion.id, was: beforeOf(visit, entry) }),
  };
}
