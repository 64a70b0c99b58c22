import { Buffer } from 'node:buffer';
import type { SearchChange } from '../document.ts';

const lineFeed = '\n';

/** The lines of a `_bulk` request. A change that is older than what is there does not count (external versions). */
export function bulkBody(changes: readonly SearchChange[]): Uint8Array {
  return Buffer.from(changes.map(linesOf).join(''));
}

function linesOf({ md5, revision, document }: SearchChange): string {
  const version = revision === undefined ? '' : `,"version":${revision},"version_type":"external_gte"`;
  const action = `{"${document === undefined ? 'delete' : 'index'}":{"_id":"${md5}"${version}}}${lineFeed}`;
  return document === undefined ? action : `${action}${JSON.stringify(document)}${lineFeed}`;
}

/** What became of one change. */
export type ItemOutcome =
  | { readonly is: 'taken' }
  /** The server has, or had, something newer by that name. */
  | { readonly is: 'conflict' }
  | { readonly is: 'refused' | 'again' | 'lost index'; readonly why: string };

interface BulkItem {
  readonly _id?: string;
  readonly status?: number;
  readonly error?: {
    readonly type?: string;
    readonly reason?: string;
    readonly caused_by?: { readonly reason?: string };
  };
}

interface Found {
  readonly _id?: unknown;
  readonly _source?: { readonly revision?: number };
}

/** The revisions that an answer of `_mget` has, by MD5. */
export function revisionsIn(json: unknown): ReadonlyMap<unknown, number> {
  const { docs } = (json ?? {}) as { readonly docs?: unknown };
  const found = Array.isArray(docs) ? (docs as readonly Found[]) : [];
  return new Map(
    found.flatMap(({ _id, _source }) => (_source === undefined ? [] : [[_id, _source.revision ?? 0]])),
  );
}

/** What became of the changes of a request, in their order; undefined: this is no answer to these changes. */
export function bulkOutcomes(
  json: unknown,
  changes: readonly SearchChange[],
): readonly ItemOutcome[] | undefined {
  const { errors, items } = (json ?? {}) as { readonly errors?: unknown; readonly items?: unknown };
  if (!Array.isArray(items) || items.length !== changes.length || typeof errors !== 'boolean')
    return undefined;
  const all = items.map((item) => (Object.values(item ?? {})[0] ?? {}) as BulkItem);
  const isOfThese = all.every(({ _id }, at) => _id === changes[at]?.md5);
  return isOfThese ? all.map(outcomeOf) : undefined;
}

function outcomeOf({ status = 500, error = {} }: BulkItem): ItemOutcome {
  const { type = '', reason = '', caused_by: cause } = error;
  // 404: what is to be deleted is not there.
  if (status < 300 || (status === 404 && type === '')) return { is: 'taken' };
  if (type === 'version_conflict_engine_exception') return { is: 'conflict' };
  const why = [type, reason, cause?.reason ?? ''].filter((part) => part !== '').join(': ');
  if (type === 'index_not_found_exception') return { is: 'lost index', why };
  const passes = status === 429 || status >= 500 || type === 'cluster_block_exception';
  return { is: passes ? 'again' : 'refused', why };
}
