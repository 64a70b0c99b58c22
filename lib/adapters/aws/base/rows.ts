import { randomBytes } from 'node:crypto';
import { tableKey } from '../../../config/stack/names.ts';
import type { Row } from './attributes.ts';

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** Whether a conditional write was made, and the item as it is stored now. */
export type Written =
  | { readonly written: true; readonly row: Row }
  | { readonly written: false; readonly row: Row | undefined };

/** A range of one partition, by sort key ascending. */
export interface Range {
  readonly pk: string;
  /** Exclusive. An item with this sort key need not exist. */
  readonly after?: string;
  /** Inclusive. */
  readonly upTo?: string;
  readonly consistent: boolean;
  /** The attributes that are wanted beside the key; absent: all. What is read is billed whole in either case. */
  readonly only?: readonly string[];
}

/** The attribute with the random id of the conditional write that wrote the item last. */
export const writeId = 'by';
/** The sort key of a row. */
export function sortKey(row: Row | undefined): string {
  return String(row?.[tableKey.sort]);
}

/** The attributes that were put: a row without its key, its expiry and its write id. */
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

/** A random id that no other write has. */
export function newWriteId(): string {
  return randomBytes(6).toString('base64url');
}
