import { hash } from 'node:crypto';
import { defined } from '../../base/defined.ts';
import { otherVersion, WinnowError } from '../../base/error.ts';
import type { Candidate } from '../../base/links/link.ts';
import { roleByRank, type UrlRole } from '../../base/links/url-role.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { RevisitMark } from '../control/revisit-mark.ts';
import type { Visit } from '../frontier/entry.ts';
import type { MovedVisit } from '../frontier/move-pages.ts';
import type { Sites } from '../revisit/popularity.ts';

/** What an inbox item asks of a host at its next turn. */
export interface InboxMessage {
  /** URLs to admit. */
  readonly candidates: readonly Candidate[];
  /** The host hops of the nearest candidate, from the host of a seed; absent: none. */
  readonly hostHops?: number;
  /** Every URL last checked before this (epoch ms) is due again. */
  readonly dueBefore?: number;
  /** A URL to visit at once, known or not. */
  readonly visit?: CanonicalUrl;
  /** The candidates were found only on hosts that have yet to prove themselves. */
  readonly unproven?: true;
  /** The registered domain of all pages that the candidates were found on; absent: there are several, or it is the host's own. */
  readonly by?: string;
  /** The version of the settings that brings cut-off links back: only a turn with it, or a newer one, takes the item. */
  readonly again?: string;
  /** Pages that become due, by a condition on their visits. */
  readonly mark?: RevisitMark;
  /** URLs, among the candidates or not, with the sites that link to them (`revisit/popularity.ts`). */
  readonly sites?: readonly (readonly [url: CanonicalUrl, sites: Sites])[];
  /**
   * Visits from a host whose URLs are now names of this host; the candidates are URLs that were pending there. With
   * `again`: a turn with the earlier settings would send them back.
   */
  readonly moved?: readonly MovedVisit[];
  /** What capabilities ask, by the keys of their kinds (`order.ts`). */
  readonly orders?: Readonly<Record<string, unknown>>;
}

/** Fields of every message; the orders stand beside them. */
type Wire = {
  v: 1;
  c: readonly WireCandidate[];
  r?: number;
  u?: string;
  h?: 1;
  b?: string;
  o?: number;
  a?: string;
  m?: RevisitMark;
  y?: readonly (readonly [visit: Visit, rank: number, hops: number, role?: UrlRole])[];
  /** A candidate stands as its index. */
  s?: readonly (readonly [urlOrPlace: string | number, sites: Sites])[];
};

type WireCandidate = readonly [url: string, depth: number, rank: number, hops?: number, role?: UrlRole];

/** A candidate as it stands in a message. */
export function wireOf({ url, depth, rank, hops, role }: Candidate): WireCandidate {
  if (role !== undefined) return [url, depth, rank, hops ?? 0, role];
  return hops === undefined ? [url, depth, rank] : [url, depth, rank, hops];
}

/** URLs that a message asks a host to visit. Some of them may be known to the host already. */
export function urlsIn({ candidates, visit }: InboxMessage): number {
  return candidates.length + (visit === undefined ? 0 : 1);
}

/** A digest that distinguishes messages. */
export function digestOf(bytes: Uint8Array): string {
  return hash('md5', bytes).slice(0, 12);
}

export function encodeInboxMessage(message: InboxMessage): Uint8Array {
  const wire: Wire = {
    v: 1,
    c: message.candidates.map(wireOf),
    ...defined({
      r: message.dueBefore,
      u: message.visit,
      o: message.hostHops || undefined,
      h: oneIf(message.unproven),
      b: message.by,
      a: message.again,
      m: message.mark,
      y: message.moved?.map(({ visit, rank, hops, role }) =>
        role === undefined ? ([visit, rank, hops] as const) : ([visit, rank, hops, role] as const),
      ),
      s: message.sites && shortSites(message.sites, message.candidates),
    }),
    ...message.orders,
  };
  return Buffer.from(JSON.stringify(wire));
}

/** @throws WinnowError `newer` or `corrupt` */
export function decodeInboxMessage(bytes: Uint8Array): InboxMessage {
  let wire: Wire;
  try {
    wire = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as Wire;
  } catch (cause) {
    throw new WinnowError('corrupt', 'an inbox item is not JSON', { cause });
  }
  if (wire.v !== 1) throw otherVersion('an inbox item', wire.v, 1);
  const { v, c, r, u, h, b, o, a, m, y, s, ...orders } = wire;
  return {
    candidates: wire.c.map(([url, depth, rank, hops, role = roleByRank(depth, rank, hops)]) => ({
      url: url as CanonicalUrl,
      depth,
      rank,
      ...defined({ hops: hops || undefined, role }),
    })),
    ...defined({
      dueBefore: wire.r,
      visit: wire.u as CanonicalUrl | undefined,
      hostHops: wire.o,
      unproven: trueIf(wire.h),
      by: wire.b,
      again: wire.a,
      mark: wire.m,
      moved: wire.y?.map(([visit, rank, hops, role = roleByRank(visit.depth, rank, hops)]) => ({
        ...{ visit, rank, hops, role },
      })),
      sites: wire.s?.map(([place, sites]) => [longSite(place, wire), sites] as const),
      orders: Object.keys(orders).length === 0 ? undefined : orders,
    }),
  };
}

function oneIf(flag: true | undefined): 1 | undefined {
  return flag ? 1 : undefined;
}

function trueIf(flag: 1 | undefined): true | undefined {
  return flag === undefined ? undefined : true;
}

function shortSites(
  sites: NonNullable<InboxMessage['sites']>,
  candidates: readonly Candidate[],
): Wire['s'] & {} {
  const places = new Map(candidates.map(({ url }, place) => [url, place]));
  return sites.map(([url, bits]) => [places.get(url) ?? url, bits]);
}

function longSite(place: string | number, { c }: Wire): CanonicalUrl {
  return (typeof place === 'number' ? (c[place]?.[0] ?? '') : place) as CanonicalUrl;
}
