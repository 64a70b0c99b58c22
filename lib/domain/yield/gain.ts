import { shortHashOf } from '../../base/bytes/hash.ts';
import type { TextSketch } from '../../base/likeness/text-sketch.ts';
import { trimmedEnd } from '../../base/trim.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { urlPattern } from '../../base/url/url-pattern.ts';
import { anchorsOf, enterPage, type PageNovelty } from './memory.ts';
import type { Judged, LinksByHost } from './relevance.ts';
import type { Position, Yields } from './yields.ts';

/** A page at which nobody looked: it counts as new, unless another URL has the same content. */
export function isUnread(brought: Brought): boolean {
  return brought.kind === 'page' && brought.sketch === undefined;
}

/** The first visit of a URL, as far as it tells of the yield. */
export interface Fetch {
  readonly url: CanonicalUrl;
  readonly position: Position;
  readonly brought: Brought;
  /** Whether its page is on topic; absent: it is not, or the job has no topic. */
  readonly isRelevant?: boolean;
  /** How relevant its page is, and what its link promised; absent: the job has no topic, or the link promised nothing. */
  readonly judged?: Judged;
  /** What its links promised of `found` and `unresolved`; absent: the job has no topic. */
  readonly links?: readonly LinkPromise[];
  /** Where the links of its page lead; absent: the job has no topic. */
  readonly byHost?: LinksByHost;
  /** Epoch ms; absent: nobody asks since when a region is held. */
  readonly at?: number;
  /** URLs of this host that it led to: those that nobody knew, and the others, of a page that was read. */
  readonly found: readonly CanonicalUrl[];
  readonly known: readonly CanonicalUrl[];
  /** Those of which that is not known yet (`resolveLinks`), in a host that has spilled. */
  readonly unresolved: readonly CanonicalUrl[];
}

/** The relevance that a link promises of a URL, 0 to 1. */
export interface LinkPromise {
  readonly url: CanonicalUrl;
  readonly promised: number;
}

export type Brought =
  | {
      readonly kind: 'page';
      /** Absent where nobody looked at what it says (`isTrusted`). */
      readonly sketch?: TextSketch;
      /** Another URL has the same content. */
      readonly isTwin: boolean;
    }
  /** A redirect, or a page that moves on at once. */
  | { readonly kind: 'redirect'; readonly to: CanonicalUrl; readonly isElsewhere: boolean }
  | { readonly kind: 'error' };

/** New phrases that make a page new, and the least part of it that they are: of a page of a line, one is enough. */
const fewestWords = 2;
const leastShare = 0.03;
const shareOfLine = 0.2;
/** New numbers that make a page new, and the least part of its numbers that they are: a page of readings, prices or sizes, not one with a clock and a counter of visitors. */
const fewestNumbers = 6;
const leastNumberShare = 0.4;
/** New phrases in the links of a page that says nothing else, and the least part of these that they are. */
const fewestAnchors = 5;
const leastAnchorShare = 0.5;
/** For a page that tells a few new numbers only and leads nowhere, a list of new links, and a redirect to a new page elsewhere. */
const halfGain = 0.5;

/**
 * What a fetch brought, from 0 to 1: something new, that is. An error brings nothing, nor does a redirect: where it
 * leads is seen there.
 */
export function gainOf(yields: Yields, { url, brought, found, unresolved }: Fetch): number {
  if (brought.kind === 'error') return 0;
  const { memory, linked } = yields;
  if (brought.kind === 'redirect') {
    if (!brought.isElsewhere) return 0;
    const to = shortHashOf(brought.to);
    const isNew = !linked.has(to);
    linked.add(to);
    return isNew ? halfGain : 0;
  }
  if (brought.sketch === undefined) return brought.isTwin ? 0 : 1;
  const novelty = enterPage(memory, brought.sketch);
  const { pageHash } = urlPattern(url);
  const said = pageHash === undefined ? undefined : yields.met.get(pageHash);
  const isSame = said !== undefined && (said === unread || said === digestOf(brought));
  if (brought.isTwin || isSame) return 0;
  if (saysNew(novelty)) return 1;
  const isNewList = novelty.anchors >= fewestAnchors && novelty.anchorShare >= leastAnchorShare;
  const isLeaf = found.length + unresolved.length === 0;
  return isNewList || (novelty.numbers > 0 && isLeaf) ? halfGain : 0;
}

/** Whether a reader would call new what a page says. */
function saysNew({ words, share, numbers, numberShare }: PageNovelty): boolean {
  if (words >= fewestWords && share >= leastShare) return true;
  if (words > 0 && share >= shareOfLine) return true;
  return numbers >= fewestNumbers && numberShare >= leastNumberShare;
}

/** The digest of a page at which nobody looked: what is met again under another id is taken for the same. */
export const unread = 1;

/** 8 bits, of all that a page says but ids, words of its URL and a few numbers. */
export function digestOf(brought: Brought): number {
  if (brought.kind !== 'page') return 0;
  if (brought.sketch === undefined) return unread;
  const { words, numbers } = brought.sketch;
  const anchors = anchorsOf(brought.sketch);
  const many = numbers.length < fewestNumbers ? [] : numbers;
  const said = [...words, ...many, ...(anchors.length < fewestAnchors ? [] : anchors)];
  return Math.max(
    unread + 1,
    said.reduce((sum, hash) => (sum + (hash >>> 8)) & 0xff, 0),
  );
}

/**
 * Of a page that brings nothing: a page for itself, and what it adds for leading to nothing but more of its kind; what counts
 * at once of a page of which that is not known yet.
 */
export const weights = {
  ...{ leaf: 0.5, index: 0.4, sameKind: 1.1, sameScript: 0.4, twin: 1.5, undecided: 0.2 },
} as const;

/**
 * How much a fetch counts. A page that brings nothing and leads to others is judged by those, unless they are more of its
 * kind; one that leads nowhere costs itself only.
 */
export function weightOf(fetch: Fetch, gain: number): number {
  const { url, brought, found } = fetch;
  if (gain > 0 || brought.kind === 'error') return 1;
  if (isUndecided(fetch, gain)) return weights.undecided;
  if (found.length === 0) return brought.kind === 'page' && !brought.isTwin ? weights.leaf : 1;
  if (brought.kind === 'page' && brought.isTwin) return weights.twin;
  return indexWeight(urlPattern(url).regions, found);
}

/** Whether it shows later how much a page counts (`resolveLinks`). */
export function isUndecided({ brought, found, unresolved }: Fetch, gain: number): boolean {
  return (
    gain === 0 && brought.kind === 'page' && !brought.isTwin && found.length === 0 && unresolved.length > 0
  );
}

/** Of a page that leads to new URLs. */
export function indexWeight(regions: readonly string[], found: readonly CanonicalUrl[]): number {
  const last = trimmedEnd(regions.at(-1) ?? '', '^');
  const script = scriptOf(regions);
  const alike = found.reduce((sum, to) => {
    const other = urlPattern(to).regions;
    if (other.at(-1) === last) return sum + 1;
    return sum + (scriptOf(other) === script ? weights.sameScript : 0);
  }, 0);
  return weights.index + (weights.sameKind * alike) / found.length;
}

/** What pages with other parameters have in common. */
function scriptOf(regions: readonly string[]): string | undefined {
  return regions.map((name) => trimmedEnd(name, '^')).find((name) => name.endsWith('?')) ?? regions.at(-1);
}
