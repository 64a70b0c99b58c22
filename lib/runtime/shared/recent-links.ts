import type { Sites } from '../../domain/revisit/popularity.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { Distance, RecentLinks } from '../../pipeline/recycle/found-links.ts';

/** What is known of a URL where relevance orders the frontier, and what was delivered of it to its host. */
interface Known {
  depth: number;
  hostHops: number;
  /** Ranks: by all links to the URL, by the delivered ones, and by the others; absent once it was visited. */
  promise?: number;
  delivered?: number;
  undelivered?: number;
}

/**
 * Remembers delivered URLs with the smallest delivered depth, and in a focused crawl with their ranks: at least the last
 * `size` URLs, at most twice as many.
 */
export function recentLinks(size: number): RecentLinks {
  const depths = generations<number>(size);
  const known = generations<Known>(size);
  const linking = generations<Sites>(size);
  const keyOf = (job: string, url: CanonicalUrl): string => `${job} ${url}`;
  const nearKey = (job: string, { candidate, hostHops }: Distance): string =>
    `${job} ${hostHops} ${candidate.url}`;
  return {
    news(job, found, ranking) {
      const { candidate, hostHops } = found;
      if (!ranking.revises) {
        const depth = depths.get(nearKey(job, found));
        return depth !== undefined && depth <= candidate.depth ? undefined : found;
      }
      const url = known.get(keyOf(job, candidate.url));
      if (url === undefined) return found;
      const isNearer = candidate.depth < url.depth || hostHops < url.hostHops;
      if (url.promise === undefined || url.delivered === undefined) return isNearer ? found : undefined;
      url.promise = ranking.merge(url.promise, candidate.rank);
      url.undelivered =
        url.undelivered === undefined ? candidate.rank : ranking.merge(url.undelivered, candidate.rank);
      if (!isNearer && !ranking.isOther(url.delivered, url.promise)) return undefined;
      return { candidate: { ...candidate, rank: url.undelivered }, hostHops, promise: url.promise };
    },
    delivered(job, found, ranking) {
      const { candidate, hostHops, promise = candidate.rank } = found;
      if (!ranking.revises) {
        depths.set(nearKey(job, found), candidate.depth);
        return;
      }
      const key = keyOf(job, candidate.url);
      const url = known.get(key);
      if (url === undefined) {
        known.set(key, { depth: candidate.depth, hostHops, promise, delivered: promise });
        return;
      }
      url.depth = Math.min(url.depth, candidate.depth);
      url.hostHops = Math.min(url.hostHops, hostHops);
      if (url.promise === undefined) return;
      url.delivered = url.promise;
      delete url.undelivered;
    },
    newSites: (job, url, sites) => sites & ~(linking.get(keyOf(job, url)) ?? 0),
    deliveredSites(job, url, sites) {
      const key = keyOf(job, url);
      linking.set(key, sites | (linking.get(key) ?? 0));
    },
    visited(job, { candidate: { url, depth }, hostHops }) {
      const key = keyOf(job, url);
      const before = known.get(key) ?? { depth, hostHops };
      known.set(key, { depth: Math.min(depth, before.depth), hostHops: Math.min(hostHops, before.hostHops) });
    },
  };
}

/** Two generations; the older one is dropped as a whole, so that a look-up needs no bookkeeping. */
function generations<Value>(size: number) {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => young.get(key) ?? old.get(key),
    set(key: string, value: Value): void {
      if (young.size >= size) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
  };
}
