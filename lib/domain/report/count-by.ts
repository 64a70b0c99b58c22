import type { Count } from './report.ts';

/** Counts by name. Beyond `limit` names the rest are counted as one. */
export function openCounts(limit = Number.POSITIVE_INFINITY, rest = 'others') {
  const counts = new Map<string, number>();
  return {
    /** Returns the name that it is counted under. */
    add(name: string, more = 1): string {
      const known = counts.has(name) || counts.size < limit ? name : rest;
      counts.set(known, (counts.get(known) ?? 0) + more);
      return known;
    },
    get: (name: string): number => counts.get(name) ?? 0,
    /** Those with most first. */
    byCount: (): readonly Count[] =>
      [...counts]
        .map(([name, count]) => ({ name, count }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  };
}
