import { candidateBytes, cutByBytes, jsonBytes } from '../../domain/base/cut-by-bytes.ts';
import type { OutboxMail } from '../../domain/collection/outbox.ts';
import type { InboxMessage, MovedVisit } from '../../domain/frontier/inbox-item.ts';
import type { Candidate } from '../../domain/links/link.ts';
import type { Sites } from '../../domain/revisit/popularity.ts';
import type { CanonicalUrl, HostName } from '../../domain/url/url.ts';
import type { Publishing } from './publishing.ts';

/** What a turn sends to other hosts, since its URLs have their names now. It is delivered when the turn is published. */
export interface Departures {
  readonly byHost: Map<HostName, Parcel>;
  /** Of all of it, as it is stored. */
  bytes: number;
  urls: number;
}

interface Parcel {
  readonly candidates: Candidate[];
  readonly visits: MovedVisit[];
  readonly sites: (readonly [url: CanonicalUrl, sites: Sites])[];
  /** To be visited at once. */
  readonly asked: CanonicalUrl[];
}

export function noDepartures(): Departures {
  return { byHost: new Map(), bytes: 0, urls: 0 };
}

function parcelFor({ byHost }: Departures, host: HostName): Parcel {
  const parcel = byHost.get(host) ?? { candidates: [], visits: [], sites: [], asked: [] };
  byHost.set(host, parcel);
  return parcel;
}

/** @param candidate by its present name, which is of that host */
export function sendCandidate(departures: Departures, host: HostName, candidate: Candidate): void {
  parcelFor(departures, host).candidates.push(candidate);
  departures.bytes += candidateBytes(candidate);
  departures.urls += 1;
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

const maxCandidates = 500;
/** So many records change with one message. */
const maxVisits = 100;

/**
 * The messages in which it goes, each of a size for an inbox.
 * @param common links from host to host that led to the sender; the settings by which the URLs have these names
 */
export function mailOf(
  { byHost }: Departures,
  common: Required<Pick<InboxMessage, 'hostHops' | 'again'>>,
): readonly OutboxMail[] {
  const mail: OutboxMail[] = [];
  for (const [host, { candidates, visits, sites, asked }] of byHost) {
    const message = (some: Partial<InboxMessage>): void => {
      mail.push({ host, message: { candidates: [], moved: [], ...common, ...some } });
    };
    // What was visited goes first: links to it are then known.
    for (const moved of cutByBytes(visits, { bytesOf: jsonBytes, maxItems: maxVisits })) message({ moved });
    for (const some of cutByBytes(candidates, { bytesOf: candidateBytes, maxItems: maxCandidates }))
      message({ candidates: some });
    for (const some of cutByBytes(sites, { bytesOf: jsonBytes, maxItems: maxCandidates }))
      message({ sites: some });
    for (const visit of asked) message({ visit });
  }
  return mail;
}

/** Ids of these messages begin so: before all links in an inbox. */
export const movedMessage = '0-moved-';

/** The same for the same turn. An id has room for no more than so much of a name; what it brings tells the rest (`deliver`). */
export function mailId({ key, turn }: Pick<Publishing, 'key' | 'turn'>, ordinal: number): string {
  return `${movedMessage}${turn}-${ordinal}-${key.host.slice(0, 120)}`;
}
