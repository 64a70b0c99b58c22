import { defined } from '../../base/defined.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { Visit } from '../frontier/entry.ts';

/** By which deletion a page is away, and what an undo brings back (`Visit.deleted`). */
export interface DeletionMark {
  /** ID of the request. */
  readonly id: string;
  /** The page as it was; absent: it was never visited. */
  readonly was?: PageBefore;
}

/** What a deletion takes from a visit. */
export interface PageBefore
  extends Pick<
    Visit,
    'outcome' | 'md5' | 'next' | 'judged' | 'detail' | 'rate' | 'sites' | 'orphan' | 'unconditional'
  > {
  /** The line that has the record's last full text; absent: there was no record, or none that could be found. */
  readonly change?: RecordOfPage['change'];
  /** Name of the raw document of the record. */
  readonly document?: string;
  /** The URL made the record. */
  readonly first?: true;
}

/** What the register has of the record of a page (`RecordEntry`). */
export interface RecordOfPage {
  readonly firstUrl?: string;
  readonly change: {
    readonly host: string;
    readonly turn: number;
    readonly ordinal: number;
    readonly object: string;
  };
  readonly document?: string;
}

export function encodeMark(mark: DeletionMark): string {
  return JSON.stringify(mark);
}

/** Undefined for a page that nobody deleted. A mark that cannot be read keeps its page away. */
export function markOf({ deleted }: Pick<Visit, 'deleted'>): DeletionMark | undefined {
  if (deleted === undefined) return undefined;
  return readStoredObject<DeletionMark>(deleted) ?? { id: '' };
}

/** The parts of a visit that a deletion takes. @param entry of its record */
export function beforeOf(visit: Visit, entry: RecordOfPage | undefined): PageBefore {
  const { outcome, md5, next, judged, detail, rate, sites, orphan, unconditional } = visit;
  return {
    outcome,
    ...defined({ md5, next, judged, detail, rate, sites, orphan, unconditional }),
    ...defined({ change: entry?.change, document: entry?.document }),
    ...(entry?.firstUrl === visit.url ? { first: true } : {}),
  };
}

/** The visit without what a deletion takes. */
export function withoutPage(visit: Visit): Omit<Visit, 'outcome'> {
  const { outcome, md5, next, judged, detail, rate, sites, orphan, unconditional, deleted, ...left } = visit;
  return left;
}
