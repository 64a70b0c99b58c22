import { yamlValue } from '../../base/json.ts';
import type { SchemaNode } from '../schema/known-keys.ts';

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A number of seconds in the largest unit that it is a whole number of, as `1 day`; undefined below a minute. */
export function plainSpan(seconds: number): string | undefined {
  const span = spans.find(([, length]) => seconds >= length && seconds % length === 0);
  if (span === undefined) return undefined;
  const [name, length] = span;
  const amount = seconds / length;
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}

/** The values that are allowed, for people. */
export function range(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.join(', ');
  if (node.type === 'boolean') return 'true, false';
  if (node.type === 'integer' || node.type === 'number') {
    return `${node.minimum} – ${node.maximum?.toLocaleString('en')}`;
  }
  return node.expected ?? '';
}

/** The default, with the plain words for a long duration: `86400 (1 day)`. */
export function defaultValue(node: SchemaNode): string {
  if (node.default === undefined) return '';
  const text = yamlValue(node.default);
  const span =
    node.unit === 'seconds' && typeof node.default === 'number' ? plainSpan(node.default) : undefined;
  return span === undefined ? text : `${text} (${span})`;
}
