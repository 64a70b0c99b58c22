import { smallest } from '../../base/long-lists.ts';
import { registeredDomain } from '../../base/url/registered-domain.ts';
import type { HostName } from '../../base/url/url.ts';
import type { Ranking } from '../../domain/focus/ranking.ts';
import { candidateBytes, cutByBytes, jsonBytes } from '../../domain/inbox/cut-by-bytes.ts';
import type { Again, Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { deliver } from '../frontier/deliver.ts';
import { duePositionOf } from '../frontier/due-position.ts';
import type { FoundUrl } from './found-links.ts';
import type { LinkingSites } from './linking-sites.ts';

/** The most candidates in one inbox item, however short they are. */
const maxPerItem = 500;
/** Bytes of the sites that link to a candidate, which the item names by its index: `[499,4294967295],`. */
const placedSitesBytes = 17;

/** The news for one host. */
export interface HostLinks {
  readonly host: HostName;
  readonly found: readonly FoundUrl[];
  readonly sites: readonly LinkingSites[];
}

/** How links are delivered. */
export interface LinkDelivery {
  /** The beginning of the inbox items' ids, unique for the batch of links. */
  readonly name: string;
  readonly ranking: Ranking;
  readonly again: Again | undefined;
}

/** Puts the links to one host into its inbox, in items of about 60 KB. */
export async function deliverToHost(
  ports: Pick<Ports, 'hosts' | 'due' | 'clock'>,
  job: Job,
  { host, found, sites }: HostLinks,
  { name, ranking, again }: LinkDelivery,
): Promise<void> {
  if (again?.overBudgetOnly) {
    const control = await ports.hosts.control({ job: job.name, host });
    if (control?.counters.overBudget === undefined) return;
  }
  const unproven = found.length > 0 && found.every((one) => one.unproven);
  const by = sponsorOf(host, found);
  const hostHops = smallest(found.map((one) => one.hostHops));
  let place = 0;
  for (const item of itemsOf(found, sites)) {
    const id = again === undefined ? `${name}-${place}` : `again-${again.id}-${name}-${place}`;
    place += item.some.length;
    const promises = item.some.map(({ candidate, promise = candidate.rank }) => promise);
    const message = {
      candidates: item.some.map(({ candidate }) => candidate),
      ...(item.some.length > 0 ? { hostHops } : {}),
      ...(item.sites.length > 0 ? { sites: item.sites } : {}),
      ...(unproven ? { unproven: true as const } : {}),
      ...(by === undefined ? {} : { by }),
      ...(again === undefined ? {} : { again: job.config }),
    };
    const promise = promises.length === 0 ? undefined : smallest(promises);
    await deliver(ports, { job: job.name, host }, { id, message }, (load) =>
      duePositionOf(ranking, promise, load),
    );
  }
}

/** The one other registered domain that leads to a host; undefined: there are several, or links of its own. */
function sponsorOf(host: HostName, found: readonly FoundUrl[]): string | undefined {
  const [by, ...others] = new Set(found.map((one) => one.by));
  return others.length > 0 || by === registeredDomain(host) ? undefined : by;
}

interface Item {
  readonly some: readonly FoundUrl[];
  readonly sites: readonly LinkingSites[];
}

/** Splits the news into inbox items: URLs with their linking sites, then linking sites of URLs that are no news. */
function* itemsOf(found: readonly FoundUrl[], sites: readonly LinkingSites[]): Generator<Item> {
  const left = new Map(sites);
  const bytesOf = ({ candidate }: FoundUrl): number =>
    candidateBytes(candidate) + (left.has(candidate.url) ? placedSitesBytes : 0);
  for (const some of cutByBytes(found, { bytesOf, maxItems: maxPerItem })) {
    const theirs = some.flatMap(({ candidate: { url } }): LinkingSites[] => {
      const linking = left.get(url);
      return linking !== undefined && left.delete(url) ? [[url, linking]] : [];
    });
    yield { some, sites: theirs };
  }
  for (const rest of cutByBytes(left, { bytesOf: jsonBytes, maxItems: maxPerItem }))
    yield { some: [], sites: rest };
}
