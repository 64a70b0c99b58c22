/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A value that a user's `extract:` rule, or a plug-in, found in a page. */
export type FieldValue = string | number | boolean | null | readonly (string | number | boolean)[];

/** A value as one line of YAML, of which JSON is a part. */
export function yamlValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlValue).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => `${key}: ${yamlValue(inner)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  if (typeof value !== 'string') return String(value);
  return /^[A-Za-z][\w@./-]*(:\/\/[\w@./-]+)?$/.test(value) && !/^(true|false|null)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
