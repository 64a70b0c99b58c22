import type { CanonicalUrl } from '../../base/url/url.ts';
import type { Sites } from '../../domain/revisit/popularity.ts';
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
  const near = (job: string, { hostHops }: Distance): string => `${job} ${hostHops}`;
  return {
    news(job, found, ranking) {
      const { candidate, hostHops } = found;
      if (!ranking.revises) {
        const depth = depths.get(near(job, found), candidate.url);
        return depth !== undefined && depth <= candidate.depth ? undefined : found;
      }
      const url = known.get(job, candidate.url);
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
        depths.set(near(job, found), candidate.url, candidate.depth);
        return;
      }
      const url = known.get(job, candidate.url);
      if (url === undefined) {
        known.set(job, candidate.url, { depth: candidate.depth, hostHops, promise, delivered: promise });
        return;
      }
      url.depth = Math.min(url.depth, candidate.depth);
      url.hostHops = Math.min(url.hostHops, hostHops);
      if (url.promise === undefined) return;
      url.delivered = url.promise;
      delete url.undelivered;
    },
    newSites: (job, url, sites) => sites & ~(linking.get(job, url) ?? 0),
    deliveredSites(job, url, sites) {
      linking.set(job, url, sites | (linking.get(job, url) ?? 0));
    },
    visited(job, { candidate: { url, depth }, hostHops }) {
      const before = known.get(job, url) ?? { depth, hostHops };
      known.set(job, url, {
        depth: Math.min(depth, before.depth),
        hostHops: Math.min(hostHops, before.hostHops),
      });
    },
  };
}

/**
 * Two generations; the older one is dropped as a whole, so that a look-up needs no bookkeeping. URLs are keys as they are:
 * a key that is put together of job and URL would have to be hashed for each look-up.
 */
function generations<Value>(size: number) {
  let young = new Map<string, Map<CanonicalUrl, Value>>();
  let old: typeof young = new Map();
  let left = size;
  return {
    get: (place: string, url: CanonicalUrl): Value | undefined =>
      young.get(place)?.get(url) ?? old.get(place)?.get(url),
    set(place: string, url: CanonicalUrl, value: Value): void {
      if (left === 0) {
        old = young;
        young = new Map();
        left = size;
      }
      const urls = young.get(place) ?? new Map<CanonicalUrl, Value>();
      if (!young.has(place)) young.set(place, urls);
      if (!urls.has(url)) left -= 1;
      urls.set(url, value);
    },
  };
}
