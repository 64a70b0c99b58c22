/**
 * What parts count in a turn (`count`), by the name of the metric: what it is. A new counter is one line here: its unit is Count, and the
 * harvester sends it, as 0 where nothing was counted.
 */
export const partCounters = {
  FruitlessPages:
    'First visits that brought nothing new: errors, redirects, what other pages of the host said.',
} as const satisfies Readonly<Record<string, string>>;

export type PartCounter = keyof typeof partCounters;

/** Something for each of them. */
export function eachCounter<T>(of: (what: string) => T): Readonly<Record<PartCounter, T>> {
  const entries = Object.entries(partCounters).map(([name, what]) => [name, of(what)]);
  return Object.fromEntries(entries) as Record<PartCounter, T>;
}
