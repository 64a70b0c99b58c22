/** Octets that are compared decoded: RFC 3986's unreserved characters. */
const unreserved = /[A-Za-z0-9._~-]/;

/** Reserved characters that stay as they are written, because their encoded form means something else. */
const reserved = /[!()+,;:@&=/?]/;

/** What is in its form already, as most paths are. */
const plain = /^[A-Za-z0-9._~!()+,;:@&=/?-]*$/;

/**
 * A path and query in the one form in which rules and URLs are compared (RFC 9309 §2.2.2): unreserved characters
 * decoded, everything else but plain reserved characters encoded, with upper-case digits. `*` and `$` are encoded,
 * so that in a URL they are never taken for a rule's wildcards. All of it is ASCII.
 */
export function canonicalPath(path: string): string {
  if (plain.test(path)) return path;
  return path.replace(/%[0-9a-fA-F]{2}|[^A-Za-z0-9._~!()+,;:@&=/?-]/gu, (found) => {
    if (found.length === 3 && found.startsWith('%')) {
      const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
      return unreserved.test(character) ? character : found.toUpperCase();
    }
    return percentEncode(found);
  });
}

/** A rule's path in the same form; `*`, and `$` at its end, stay what they are. */
export function canonicalRule(rule: string): string {
  if (plain.test(rule)) return rule;
  const anchored = rule.endsWith('$');
  const parts = (anchored ? rule.slice(0, -1) : rule).split(/\*+/);
  return parts.map(canonicalPath).join('*') + (anchored ? '$' : '');
}

function percentEncode(character: string): string {
  if (reserved.test(character)) return character;
  return Array.from(
    Buffer.from(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}
