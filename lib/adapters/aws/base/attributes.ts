import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { WinnowError } from '../../../base/error.ts';

/** An item as plain values: strings, finite numbers, booleans, null, Uint8Array, arrays and objects of these. */
export type Row = Readonly<Record<string, unknown>>;
export type Item = Record<string, AttributeValue>;

/** Leaves out undefined properties. */
export function toItem(row: object): Item {
  const item: Item = {};
  for (const [name, value] of Object.entries(row)) {
    if (value !== undefined) item[name] = toAttribute(value);
  }
  return item;
}

export function fromItem(item: Item): Row {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, fromAttribute(value)]));
}

export function toAttribute(value: unknown): AttributeValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      if (value === null) return { NULL: true };
      if (value instanceof Uint8Array) return { B: value };
      if (Array.isArray(value)) return { L: value.map(toAttribute) };
      return { M: toItem(value) };
    default:
      throw new WinnowError('internal', `DynamoDB has no attribute for a ${typeof value}`);
  }
}

function fromAttribute(value: AttributeValue): unknown {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.B !== undefined) return value.B;
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.M !== undefined) return fromItem(value.M);
  if (value.L !== undefined) return value.L.map(fromAttribute);
  if (value.NULL !== undefined) return null;
  // A set, which Winnow never writes: ignored, so that a foreign item does not break a listing.
  return undefined;
}
