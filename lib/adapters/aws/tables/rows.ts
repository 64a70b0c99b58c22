import { randomBytes } from 'node:crypto';
import { tableKey } from '../../../config/stack/names.ts';
import type { Row } from './attributes.ts';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** How a conditional write ended, and the item as it stands now. */
export type Written =
  | { readonly written: true; readonly row: Row }
  | { readonly written: false; readonly row: Row | undefined };

/** A range of one partition, by sort key ascending. */
export interface Range {
  readonly pk: string;
  /** Exclusive. It need not exist. */
  readonly after?: string;
  /** Inclusive. */
  readonly upTo?: string;
  readonly consistent: boolean;
}

/** Attribute that tells who wrote an item last: a random mark of one conditional write. */
export const writeId = 'by';
/** The sort key of a row. */
export function sortKey(row: Row | undefined): string {
  return String(row?.[tableKey.sort]);
}

/** A row without its key, its expiry and its mark: what was put. */
export function content(row: Row): Row {
  const {
    [tableKey.partition]: _pk,
    [tableKey.sort]: _sk,
    [tableKey.expiry]: _ttl,
    [writeId]: _by,
    ...rest
  } = row;
  return rest;
}

/** A mark that no other write has. */
export function newWriteId(): string {
  return randomBytes(6).toString('base64url');
}
