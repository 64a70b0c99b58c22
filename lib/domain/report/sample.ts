import { hash } from 'node:crypto';

/** A sample of pages: all of them while they are few, then those whose URLs have the smallest hashes. */
export interface Sample<T> {
  add(url: string, item: T): void;
  /** At most `limit` items. The same pages give the same sample, in whatever order they came. */
  items(): readonly T[];
}

/** Memory: at most twice `limit` items. */
export function openSample<T>(limit: number): Sample<T> {
  let kept: { readonly key: string; readonly item: T }[] = [];
  /** Keys from here on are not wanted any more. */
  let bound = 'g';

  function cut(): void {
    kept.sort((a, b) => (a.key < b.key ? -1 : 1));
    kept = kept.slice(0, limit);
    bound = kept.at(-1)?.key ?? bound;
  }

  return {
    add(url, item) {
      const key = hash('md5', url);
      if (key >= bound) return;
      kept.push({ key, item });
      if (kept.length >= limit * 2) cut();
    },
    items() {
      if (kept.length > limit) cut();
      return kept.map(({ item }) => item);
    },
  };
}

/** The best of many, by a number: memory is that of `limit` items. Among equals the first by `name` is better. */
export function openBest<T>(limit: number, name: (item: T) => string) {
  let best: { readonly worth: number; readonly item: T }[] = [];
  return {
    add(worth: number, item: T): void {
      const last = best[limit - 1];
      if (last !== undefined && worth < last.worth) return;
      best = [...best, { worth, item }]
        .sort((a, b) => b.worth - a.worth || (name(a.item) < name(b.item) ? -1 : 1))
        .slice(0, limit);
    },
    items: (): readonly T[] => best.map(({ item }) => item),
  };
}
