import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { trimmed } from '../../../base/trim.ts';
import type { Item } from './attributes.ts';

/**
 * Bytes of an item as DynamoDB bills them: names and values, without the overhead of storage.
 * Source: DynamoDB developer guide, 'DynamoDB item sizes and formats' (2026-11).
 */
export function itemSize(item: Item): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + utf8(name) + valueSize(value), 0);
}

function valueSize(value: AttributeValue): number {
  if (value.S !== undefined) return utf8(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.B !== undefined) return value.B.length;
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + itemSize(value.M);
  if (value.L !== undefined) return 3 + value.L.reduce((sum, inner) => sum + 1 + valueSize(inner), 0);
  return 1;
}

/**
 * One byte for two significant digits, one more, and one for a minus sign. The guide says approximately; taken as exact.
 */
function numberSize(digits: string): number {
  const [mantissa = ''] = digits.replace('-', '').split(/e/i);
  const significant = trimmed(mantissa.replace('.', ''), '0').length;
  return Math.ceil(significant / 2) + 1 + (digits.startsWith('-') ? 1 : 0);
}

function utf8(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
