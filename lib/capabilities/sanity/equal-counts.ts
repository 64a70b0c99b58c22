/** Whether two counters are equal. The order of keys does not matter, and a missing count equals 0. */
export function isEqualCount(a: object, b: object): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function canonicalJson(value: object): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, one]) => one !== 0 && !isEmpty(one))
            .sort(([x], [y]) => (x < y ? -1 : 1)),
        )
      : inner,
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Where two counters differ, as `name count for count`, in the order of the names. Nested names are paths with dots. */
export function differingCounts(a: object, b: object): readonly string[] {
  const [mine, theirs] = [leaves(a), leaves(b)];
  return [...new Set([...mine.keys(), ...theirs.keys()])]
    .sort()
    .filter((name) => mine.get(name) !== theirs.get(name))
    .map((name) => `${name} ${mine.get(name) ?? 0} for ${theirs.get(name) ?? 0}`);
}

function leaves(value: object, path = ''): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [key, one] of Object.entries(value) as [string, unknown][]) {
    if (typeof one === 'object' && one !== null) {
      for (const [name, leaf] of leaves(one, `${path}${key}.`)) found.set(name, leaf);
    } else if (one !== 0) found.set(`${path}${key}`, one);
  }
  return found;
}
