/** RFC 3986's unreserved characters: compared in decoded form. */
const unreserved = /[A-Za-z0-9._~-]/;

/** Reserved characters: stay as written, because their encoded form means something else. */
const reserved = /[!()+,;:@&=/?]/;

/** Paths that are canonical already, as most are. */
const plain = /^[A-Za-z0-9._~!()+,;:@&=/?-]*$/;

/**
 * Returns a path and query in the form in which rules and URLs are compared (RFC 9309 §2.2.2): unreserved characters
 * are decoded, reserved characters stay as written, and all else is percent-encoded with upper-case digits. `*` and `$`
 * are encoded, so that those of a URL are never taken for wildcards of a rule. The result is ASCII.
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

/** Returns the path of a rule in the form of `canonicalPath`, except that `*`, and `$` at the end, stay wildcards. */
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
