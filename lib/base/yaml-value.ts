/** A value as it is written in YAML, on one line. */
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
