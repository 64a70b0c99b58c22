import { hash } from 'node:crypto';
import { defined } from '../../base/defined.ts';
import { otherVersion, WinnowError } from '../../base/error.ts';
import type { Candidate } from '../../base/links/link.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { PageRanks } from '../../graph/ranks.ts';
import type { RevisitMark } from '../control/revisit-mark.ts';
import type { Visit } from '../frontier/entry.ts';
import type { MovedVisit } from '../frontier/move-pages.ts';
import type { OrphanOrder } from '../revisit/orphans.ts';
import type { Sites } from '../revisit/popularity.ts';
import type { FreeOrder } from '../yield/freed.ts';

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
  /** Pages to judge again by the present topic. With `again`: never by an older topic. */
  readonly judge?: JudgeOrder;
  /** Pages that become due, by a condition on their visits. */
  readonly mark?: RevisitMark;
  /** URLs, among the candidates or not, with the sites that link to them (`revisit/popularity.ts`). */
  readonly sites?: readonly (readonly [url: CanonicalUrl, sites: Sites])[];
  /** The orphans that a search found. */
  readonly orphans?: OrphanOrder;
  /** Releases all URLs of the host from their records. */
  readonly release?: ReleaseOrder;
  /** Pages to analyse again by the present settings. With `again`: never by older ones. */
  readonly reanalyse?: ReanalyseOrder;
  /** What an analysis of the link graph says of pages. */
  readonly ranks?: RanksOrder;
  /** A page that has become the representative of its group of near-duplicates. */
  readonly represents?: RepresentOrder;
  /** Respells the host's URLs by the present steps of `url`. With `again`: never by older steps. */
  readonly respell?: true;
  /**
   * Visits from a host whose URLs are now names of this host; the candidates are URLs that were pending there. With
   * `again`: a turn with the earlier settings would send them back.
   */
  readonly moved?: readonly MovedVisit[];
  /** A document of the host was converted. */
  readonly converted?: ConvertedNews;
  /** Held URLs that may go, because a person said so. */
  readonly free?: FreeOrder;
}

/** What a converter tells the host of a document; the result is stored under the id. */
export interface ConvertedNews {
  readonly url: CanonicalUrl;
  readonly id: string;
}

export interface ReleaseOrder {
  /** The cause that tombstones name: `blocked`. */
  readonly cause: string;
  /** The reason for people. */
  readonly detail: string;
}

/** Pages whose raw documents are read again. */
export interface ReanalyseOrder {
  readonly urls: readonly CanonicalUrl[];
}

/** Ranks that are to stand in the records of pages. */
export interface RanksOrder {
  readonly pages: readonly { readonly url: CanonicalUrl; readonly ranks: PageRanks }[];
}

/** A page whose record no longer links to another one. */
export interface RepresentOrder {
  readonly url: CanonicalUrl;
  /** The content for which it was chosen. */
  readonly md5: string;
}

/** The pages to which a changed topic applies, and what happens to them. */
export interface JudgeOrder extends JudgeOptions {
  readonly urls: readonly CanonicalUrl[];
}

export interface JudgeOptions {
  /** Only pages that have one of these classes, or a class below, by the old verdict or the new; absent: all. */
  readonly classes?: readonly string[];
  /** Records that are off topic now stay, with their verdict. */
  readonly mark?: true;
  /** Off-topic pages whose content was not kept become due. */
  readonly refetch?: true;
}

type Wire = {
  v: 1;
  c: readonly (readonly [url: string, depth: number, rank: number, hops?: number])[];
  r?: number;
  u?: string;
  h?: 1;
  w?: 1;
  b?: string;
  o?: number;
  a?: string;
  j?: JudgeOrder;
  x?: ReleaseOrder;
  e?: RepresentOrder;
  l?: ReanalyseOrder;
  k?: RanksOrder;
  n?: 1;
  m?: RevisitMark;
  p?: OrphanOrder;
  y?: readonly (readonly [visit: Visit, rank: number, hops: number])[];
  d?: ConvertedNews;
  f?: FreeOrder;
  /** A candidate stands as its index. */
  s?: readonly (readonly [urlOrPlace: string | number, sites: Sites])[];
};

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
    c: message.candidates.map(({ url, depth, rank, hops }) =>
      hops === undefined ? [url, depth, rank] : [url, depth, rank, hops],
    ),
    ...defined({
      r: message.dueBefore,
      u: message.visit,
      o: message.hostHops || undefined,
      h: oneIf(message.unproven),
      b: message.by,
      a: message.again,
      j: message.judge,
      x: message.release,
      e: message.represents,
      l: message.reanalyse,
      k: message.ranks,
      n: oneIf(message.respell),
      m: message.mark,
      p: message.orphans,
      d: message.converted,
      f: message.free,
      y: message.moved?.map(({ visit, rank, hops }) => [visit, rank, hops] as const),
      s: message.sites && shortSites(message.sites, message.candidates),
    }),
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
  return {
    candidates: wire.c.map(([url, depth, rank, hops]) => ({
      url: url as CanonicalUrl,
      depth,
      rank,
      ...(hops === undefined ? {} : { hops }),
    })),
    ...defined({
      dueBefore: wire.r,
      visit: wire.u as CanonicalUrl | undefined,
      hostHops: wire.o,
      unproven: trueIf(wire.h),
      by: wire.b,
      again: wire.a,
      judge: wire.j,
      release: wire.x,
      represents: wire.e,
      reanalyse: wire.l,
      ranks: wire.k,
      respell: trueIf(wire.n),
      mark: wire.m,
      orphans: wire.p,
      converted: wire.d,
      free: wire.f,
      moved: wire.y?.map(([visit, rank, hops]) => ({ visit, rank, hops })),
      sites: wire.s?.map(([place, sites]) => [longSite(place, wire), sites] as const),
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
