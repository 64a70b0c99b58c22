import type { RecentLinks } from '../pipeline/recycle-group.ts';

/**
 * Remembers URLs that were delivered, with the smallest depth they were delivered at: at least the last `size`, at
 * most twice as many. Two generations, of which the older one is dropped whole, cost no bookkeeping per look-up.
 */
export function recentLinks(size: number): RecentLinks {
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  return {
    has(job, { candidate: { url, depth }, hostHops }) {
      const key = `${job} ${hostHops} ${url}`;
      const known = young.get(key) ?? old.get(key);
      return known !== undefined && known <= depth;
    },
    add(job, { candidate: { url, depth }, hostHops }) {
      if (young.size >= size) {
        old = young;
        young = new Map();
      }
      young.set(`${job} ${hostHops} ${url}`, depth);
    },
  };
}
