import type { Candidate } from '../../base/links/link.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { OutboxMail } from '../../domain/collection/outbox.ts';
import type { MovedVisit } from '../../domain/frontier/move-pages.ts';
import { candidateBytes, cutByBytes, jsonBytes } from '../../domain/inbox/cut-by-bytes.ts';
import type { InboxMessage } from '../../domain/inbox/inbox-item.ts';
import type { Sites } from '../../domain/revisit/popularity.ts';
import type { Publishing } from './publishing.ts';

/** URLs that a turn sends to other hosts: their present names belong there, or a page shows them. Delivered when the turn is published. */
export interface Departures {
  readonly byHost: Map<HostName, Parcel>;
  /** Stored size of all parcels. */
  bytes: number;
  urls: number;
}

interface Parcel {
  readonly candidates: Candidate[];
  readonly requisites: Map<CanonicalUrl, Candidate>;
  readonly visits: MovedVisit[];
  readonly sites: (readonly [url: CanonicalUrl, sites: Sites])[];
  /** URLs that should be visited at once. */
  readonly asked: CanonicalUrl[];
  readonly orders: InboxMessage[];
}

export function noDepartures(): Departures {
  return { byHost: new Map(), bytes: 0, urls: 0 };
}

function parcelFor({ byHost }: Departures, host: HostName): Parcel {
  const lists = { candidates: [], visits: [], sites: [], asked: [], orders: [] };
  const parcel = byHost.get(host) ?? { ...lists, requisites: new Map() };
  byHost.set(host, parcel);
  return parcel;
}

/** @param candidate with its present name, which belongs to `host` */
export function sendCandidate(departures: Departures, host: HostName, candidate: Candidate): void {
  parcelFor(departures, host).candidates.push(candidate);
  departures.bytes += candidateBytes(candidate);
  departures.urls += 1;
}

/** @param candidate what a page of this host shows; it is found there as links are */
export function sendRequisite(departures: Departures, host: HostName, candidate: Candidate): void {
  const { requisites } = parcelFor(departures, host);
  if (requisites.has(candidate.url)) return;
  requisites.set(candidate.url, candidate);
  departures.bytes += candidateBytes(candidate);
}

export function sendVisit(departures: Departures, host: HostName, visit: MovedVisit): void {
  parcelFor(departures, host).visits.push(visit);
  departures.bytes += jsonBytes(visit);
  departures.urls += 1;
}

export function sendSites(departures: Departures, host: HostName, url: CanonicalUrl, sites: Sites): void {
  const linking = [url, sites] as const;
  parcelFor(departures, host).sites.push(linking);
  departures.bytes += jsonBytes(linking);
}

export function sendAsked(departures: Departures, host: HostName, url: CanonicalUrl): void {
  parcelFor(departures, host).asked.push(url);
  departures.bytes += jsonBytes(url);
}

/** @param order a message that brings one order (`orderMessage`) */
export function sendOrder(departures: Departures, host: HostName, order: InboxMessage): void {
  parcelFor(departures, host).orders.push(order);
  departures.bytes += jsonBytes(order);
  // Whoever runs turns until nothing moves any more looks at this count.
  departures.urls += 1;
}

const maxCandidates = 500;
/** Bounds the number of records that one message changes. */
const maxVisits = 100;

/**
 * The departures as messages, each small enough for an inbox.
 * @param common `hostHops` of the sender, and the settings that gave the URLs their present names (`again`)
 */
export function mailOf(
  { byHost }: Departures,
  common: Required<Pick<InboxMessage, 'hostHops' | 'again'>>,
): readonly OutboxMail[] {
  const mail: OutboxMail[] = [];
  for (const [host, { candidates, requisites, visits, sites, asked, orders }] of byHost) {
    const message = (some: Partial<InboxMessage>): void => {
      mail.push({ host, message: { candidates: [], moved: [], ...common, ...some } });
    };
    // Visited pages go first: links to them are then known.
    for (const moved of cutByBytes(visits, { bytesOf: jsonBytes, maxItems: maxVisits })) message({ moved });
    for (const some of cutByBytes(candidates, { bytesOf: candidateBytes, maxItems: maxCandidates }))
      message({ candidates: some });
    for (const some of cutByBytes(sites, { bytesOf: jsonBytes, maxItems: maxCandidates }))
      message({ sites: some });
    for (const some of cutByBytes([...requisites.values()], {
      bytesOf: candidateBytes,
      maxItems: maxCandidates,
    }))
      mail.push({ host, message: { candidates: some, hostHops: common.hostHops + 1 } });
    for (const visit of asked) message({ visit });
    for (const { orders: some = {} } of orders) message({ orders: some });
  }
  return mail;
}

/** Prefix of the ids of these messages: they sort before all links of an inbox. */
export const movedMessage = '0-moved-';

/** The same id for the same turn. It has room for only part of a host name; `deliver` adds a digest of the content. */
export function mailId({ key, turn }: Pick<Publishing, 'key' | 'turn'>, ordinal: number): string {
  return `${movedMessage}${turn}-${ordinal}-${key.host.slice(0, 120)}`;
}
