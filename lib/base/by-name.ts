/**
 * A table of what belongs to names. What is looked up in it may be any text: an object would answer to `constructor` and the other
 * names that each object has.
 */
export function byName<T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}
