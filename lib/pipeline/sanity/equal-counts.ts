/** Counters say the same whatever the order of their keys, and a count of nothing is none. */
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
