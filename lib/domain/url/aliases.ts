/** Aliases in the form that `UrlSettings` wants, or the hosts of a ring: each an alias of the next, the last of the first. */
export type ResolvedAliases =
  | { readonly aliases: Readonly<Record<string, string>> }
  | { readonly ring: readonly string[] };

/**
 * Takes chains of aliases together: an alias of an alias becomes one of the preferred host.
 * @param preferred by alias
 */
export function resolveAliases(preferred: ReadonlyMap<string, string>): ResolvedAliases {
  const resolved = new Map<string, string>();
  for (const alias of preferred.keys()) {
    const chain = new Set<string>();
    let host = alias;
    for (let next = preferred.get(host); next !== undefined; next = preferred.get(host)) {
      if (chain.has(host)) return { ring: [...chain].slice([...chain].indexOf(host)) };
      chain.add(host);
      // What was resolved before is in no ring, and need not be followed again.
      host = resolved.get(next) ?? next;
    }
    for (const each of chain) resolved.set(each, host);
  }
  return { aliases: Object.fromEntries(resolved) };
}
