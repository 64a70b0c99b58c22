import { hash } from 'node:crypto';
import { WinnowError } from '../base/error.ts';
import type { RevisitMark } from '../control/revisit-mark.ts';
import type { Candidate } from '../links/link.ts';
import type { OrphanOrder } from '../revisit/orphans.ts';
import type { Sites } from '../revisit/popularity.ts';
import type { CanonicalUrl } from '../url/url.ts';
import type { Visit } from './entry.ts';

/** What an inbox item asks of a host at its next turn. */
export interface InboxMessage {
  /** URLs to admit. */
  readonly candidates: readonly Candidate[];
  /** Links from host to host that led to the nearest of them, from the nearest host of a seed; absent: none. */
  readonly hostHops?: number;
  /** Every URL last checked before this (epoch ms) is due again. */
  readonly dueBefore?: number;
  /** A URL to visit at once, known or not. */
  readonly visit?: CanonicalUrl;
  /** Nobody in good standing links to them: found on hosts that are being tried out themselves. */
  readonly unproven?: true;
  /** A host that linked to this one has made its name since. */
  readonly proven?: true;
  /** The version of the settings that brings cut-off links back: only a turn that has it, or a newer one, may take them. */
  readonly again?: string;
  /** Pages to be judged again by the present topic. With `again`: never by an older one. */
  readonly judge?: JudgeOrder;
  /** Pages that are due again, by what is known of them. */
  readonly mark?: RevisitMark;
  /** URLs that other sites link to, and which sites (`revisit/popularity.ts`); among the candidates or not. */
  readonly sites?: readonly (readonly [url: CanonicalUrl, sites: Sites])[];
  /** What a search for orphans found of its pages. */
  readonly orphans?: OrphanOrder;
  /** All of the host's URLs are to leave their records. */
  readonly release?: ReleaseOrder;
  /** Its URLs get the names that the present steps of `url` give them. With `again`: never those of older steps. */
  readonly respell?: true;
  /**
   * It comes from a host whose URLs have names of this one now, with the visits of these; the candidates are those that waited there.
   * With `again`: a turn by the settings of before would send them back.
   */
  readonly moved?: readonly MovedVisit[];
}

/** A visit that was made under a name of another host. */
export interface MovedVisit {
  /** Under the old name, which its record has until the visit has arrived. */
  readonly visit: Visit;
  readonly rank: number;
  readonly hops: number;
}

export interface ReleaseOrder {
  /** What tombstones name: `blocked`. */
  readonly cause: string;
  /** Why, for people. */
  readonly detail: string;
}

/** Which pages a changed topic is to be applied to, and what is to become of them. */
export interface JudgeOrder extends JudgeOptions {
  readonly urls: readonly CanonicalUrl[];
}

export interface JudgeOptions {
  /** Only pages that have one of these classes, or one below them, by the old verdict or the new; absent: all. */
  readonly classes?: readonly string[];
  /** Records that are off topic now stay, with their verdict. */
  readonly mark?: true;
  /** Off-topic pages of which nothing was kept are due again. */
  readonly refetch?: true;
}

type Wire = {
  v: 1;
  c: readonly (readonly [url: string, depth: number, rank: number, hops?: number])[];
  r?: number;
  u?: string;
  h?: 1;
  w?: 1;
  o?: number;
  a?: string;
  j?: JudgeOrder;
  x?: ReleaseOrder;
  n?: 1;
  m?: RevisitMark;
  p?: OrphanOrder;
  y?: readonly (readonly [visit: Visit, rank: number, hops: number])[];
  /** A candidate by its place. */
  s?: readonly (readonly [urlOrPlace: string | number, sites: Sites])[];
};

/** Tells two messages apart. */
export function digestOf(bytes: Uint8Array): string {
  return hash('md5', bytes).slice(0, 12);
}

export function encodeInboxMessage(message: InboxMessage): Uint8Array {
  const wire: Wire = {
    v: 1,
    c: message.candidates.map(({ url, depth, rank, hops }) =>
      hops === undefined ? [url, depth, rank] : [url, depth, rank, hops],
    ),
    ...(message.dueBefore === undefined ? {} : { r: message.dueBefore }),
    ...(message.visit === undefined ? {} : { u: message.visit }),
    ...(message.hostHops ? { o: message.hostHops } : {}),
    ...(message.unproven ? { h: 1 as const } : {}),
    ...(message.proven ? { w: 1 as const } : {}),
    ...(message.again === undefined ? {} : { a: message.again }),
    ...(message.judge === undefined ? {} : { j: message.judge }),
    ...(message.release === undefined ? {} : { x: message.release }),
    ...(message.respell ? { n: 1 as const } : {}),
    ...(message.mark === undefined ? {} : { m: message.mark }),
    ...(message.orphans === undefined ? {} : { p: message.orphans }),
    ...(message.moved === undefined
      ? {}
      : { y: message.moved.map(({ visit, rank, hops }) => [visit, rank, hops] as const) }),
    ...(message.sites === undefined ? {} : { s: shortSites(message.sites, message.candidates) }),
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
  if (wire.v !== 1)
    throw new WinnowError('newer', `an inbox item has version ${wire.v}; this Winnow reads 1`);
  return {
    candidates: wire.c.map(([url, depth, rank, hops]) => ({
      url: url as CanonicalUrl,
      depth,
      rank,
      ...(hops === undefined ? {} : { hops }),
    })),
    ...(wire.r === undefined ? {} : { dueBefore: wire.r }),
    ...(wire.u === undefined ? {} : { visit: wire.u as CanonicalUrl }),
    ...(wire.o === undefined ? {} : { hostHops: wire.o }),
    ...(wire.h === undefined ? {} : { unproven: true }),
    ...(wire.w === undefined ? {} : { proven: true }),
    ...(wire.a === undefined ? {} : { again: wire.a }),
    ...(wire.j === undefined ? {} : { judge: wire.j }),
    ...(wire.x === undefined ? {} : { release: wire.x }),
    ...(wire.n === undefined ? {} : { respell: true }),
    ...(wire.m === undefined ? {} : { mark: wire.m }),
    ...(wire.p === undefined ? {} : { orphans: wire.p }),
    ...(wire.y === undefined ? {} : { moved: wire.y.map(([visit, rank, hops]) => ({ visit, rank, hops })) }),
    ...(wire.s === undefined
      ? {}
      : { sites: wire.s.map(([place, sites]) => [longSite(place, wire), sites] as const) }),
  };
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
