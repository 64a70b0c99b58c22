import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import { splitUrl } from '../../base/url/url-parts.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { eachVisit } from '../../pipeline/frontier/each-visit.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { type AliasCluster, type AliasEvidence, clustersOf, isAlias } from './score.ts';

/** A record of more URLs, or of more hosts, says nothing of two: an empty page, an error, a placeholder. */
const [maxUrls, maxHosts] = [64, 8];
/** Pairs in memory; when there are more, those with the least in common are forgotten. Some 20 MB. */
const maxPairs = 50_000;
/** Hosts whose pages are counted, and whose addresses are looked up. */
const maxCandidates = 2_000;
const [recordsListed, readAtOnce] = [1_000, 16];

export interface Detection {
  /** Records that were looked at, by MD5: the first of them are a fair sample. */
  readonly records: number;
  /** Of these, records of several hosts; and those of too many to say anything. */
  readonly shared: number;
  readonly common: number;
  /** Hosts with pages that are the same under http and https, and how many. */
  readonly schemes: readonly { readonly host: HostName; readonly pages: number }[];
  /** Not all pairs were compared to the end: there were more than memory has room for. */
  readonly isBounded?: true;
  readonly groups: readonly AliasCluster[];
}

export interface DetectOptions {
  /** Looks at so many records. */
  readonly records: number;
  /** Looks up the address of a host; absent: addresses are not known. */
  readonly addressOf?: (host: HostName) => Promise<string | undefined>;
  readonly signal: AbortSignal;
}

interface Pair {
  readonly hosts: readonly [HostName, HostName];
  shared: number;
  samePath: number;
}

/** Finds hosts that are one server by what the records of a job tell. For people, not for a hot path. */
export async function detectAliases(
  ports: Pick<Ports, 'records' | 'hosts' | 'segments'>,
  job: Job,
  options: DetectOptions,
): Promise<Detection> {
  const { pairs, ...seen } = await sharedRecords(ports, job, options);
  // No pair whose pages are not counted yet can come to more than with as few pages as it has in common.
  const hopeful = pairs
    .filter(({ hosts, shared, samePath }) =>
      isAlias({ hosts, shared, samePath, pages: samePath, address: 'same' }),
    )
    .sort((a, b) => b.samePath - a.samePath);
  const hosts = [...new Set(hopeful.flatMap((pair) => pair.hosts))].slice(0, maxCandidates);
  const pagesOf = new Map<HostName, number>();
  const addressOf = new Map<HostName, string | undefined>();
  await sideBySide(hosts, readAtOnce, async (host) => {
    options.signal.throwIfAborted();
    pagesOf.set(host, await pagesWithRecords(ports, job, host));
    addressOf.set(host, await options.addressOf?.(host));
  });
  const inOrder = (a: HostName, b: HostName): number =>
    (pagesOf.get(b) ?? 0) - (pagesOf.get(a) ?? 0) || (a < b ? -1 : 1);
  const evidence = hopeful.flatMap(({ hosts: pair, shared, samePath }): readonly AliasEvidence[] => {
    const counted = pair.map((host) => pagesOf.get(host));
    // A host without pages is moving to another one just now.
    if (counted.some((pages = 0) => pages === 0)) return [];
    const [one, other] = pair.map((host) => addressOf.get(host));
    const address = one === undefined || other === undefined ? 'unknown' : one === other ? 'same' : 'other';
    const [a, b] = [...pair].sort(inOrder) as [HostName, HostName];
    return [{ hosts: [a, b], shared, samePath, pages: pagesOf.get(b) ?? 0, address }];
  });
  return { ...seen, groups: clustersOf(evidence, inOrder) };
}

/** Goes through the records, and counts what pairs of hosts have in common. */
async function sharedRecords(
  ports: Pick<Ports, 'records'>,
  job: Job,
  { records: most, signal }: DetectOptions,
): Promise<Omit<Detection, 'groups'> & { readonly pairs: readonly Pair[] }> {
  const pairs = new Map<string, Pair>();
  const schemes = new Map<HostName, number>();
  const seen = { records: 0, shared: 0, common: 0 };
  let isBounded = false;
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await ports.records.records(job.name, Math.min(recordsListed, most - seen.records), cursor);
    cursor = page.cursor;
    seen.records += page.records.length;
    const several = page.records.filter(({ members }) => members === undefined || members > 1);
    await sideBySide(several, readAtOnce, async ({ md5 }: RecordEntry) => {
      const urls = await ports.records.urls(job.name, md5, maxUrls);
      const byHost = Map.groupBy(urls, hostOf);
      countSchemes(schemes, byHost);
      if (byHost.size < 2) return;
      if (urls.length === maxUrls || byHost.size > maxHosts) seen.common += 1;
      else {
        seen.shared += 1;
        countPairs(pairs, byHost);
      }
    });
    isBounded = forgetRarest(pairs) || isBounded;
  } while (cursor !== undefined && seen.records < most);
  return {
    ...seen,
    schemes: [...schemes].map(([host, pages]) => ({ host, pages })).sort((a, b) => b.pages - a.pages),
    ...(isBounded ? { isBounded } : {}),
    pairs: [...pairs.values()],
  };
}

function countSchemes(
  schemes: Map<HostName, number>,
  byHost: ReadonlyMap<HostName, readonly CanonicalUrl[]>,
): void {
  for (const [host, urls] of byHost) {
    const known = schemes.get(host);
    if (known === undefined && schemes.size >= maxCandidates) continue;
    if (new Set(urls.map(pathIn)).size < urls.length) schemes.set(host, (known ?? 0) + 1);
  }
}

function countPairs(pairs: Map<string, Pair>, byHost: ReadonlyMap<HostName, readonly CanonicalUrl[]>): void {
  const hosts = [...byHost.keys()].sort();
  const pathsOf = new Map(hosts.map((host) => [host, new Set(byHost.get(host)?.map(pathIn))]));
  for (const [at, a] of hosts.entries()) {
    for (const b of hosts.slice(at + 1)) {
      const key = `${a} ${b}`;
      const pair = pairs.get(key) ?? { hosts: [a, b], shared: 0, samePath: 0 };
      pair.shared += 1;
      const paths = pathsOf.get(b);
      if ([...(pathsOf.get(a) ?? [])].some((path) => paths?.has(path))) pair.samePath += 1;
      pairs.set(key, pair);
    }
  }
}

function pathIn(url: CanonicalUrl): string {
  const { path, query } = splitUrl(url);
  return `${path}${query}`;
}

/** Makes room: forgets pairs with the least in common. @returns whether there were too many */
function forgetRarest(pairs: Map<string, Pair>): boolean {
  const isFull = pairs.size > maxPairs;
  for (let least = 1; pairs.size > maxPairs; least += 1)
    for (const [key, { shared }] of pairs) if (shared <= least) pairs.delete(key);
  return isFull;
}

async function pagesWithRecords(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  host: HostName,
): Promise<number> {
  let pages = 0;
  await eachVisit(ports, job, host, async ({ md5 }) => {
    if (md5 !== undefined) pages += 1;
  });
  return pages;
}
