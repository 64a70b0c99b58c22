/** Aliases as in `UrlSettings`, or the hosts of a ring: each is an alias of the next, and the last of the first. */
export type ResolvedAliases =
  | { readonly aliases: Readonly<Record<string, string>> }
  | { readonly ring: readonly string[] };

/**
 * Resolves chains of aliases: an alias of an alias becomes an alias of the preferred host.
 * @param preferred preferred hosts by alias
 */
export function resolveAliases(preferred: ReadonlyMap<string, string>): ResolvedAliases {
  const resolved = new Map<string, string>();
  for (const alias of preferred.keys()) {
    const chain = new Set<string>();
    let host = alias;
    for (let next = preferred.get(host); next !== undefined; next = preferred.get(host)) {
      if (chain.has(host)) return { ring: [...chain].slice([...chain].indexOf(host)) };
      chain.add(host);
      // A host that was resolved before is in no ring: its chain need not be followed again.
      host = resolved.get(next) ?? next;
    }
    for (const each of chain) resolved.set(each, host);
  }
  return { aliases: Object.fromEntries(resolved) };
}
