import type { Link, LinkPlace } from '../link.ts';
import type { CanonicalUrl } from '../url.ts';

/** A link, and what is known of the page that it stands on. */
export interface SeenLink extends Pick<Link, 'url' | 'anchor' | 'place'> {
  readonly page: LinkPage;
}

export interface LinkPage {
  readonly host: string;
  /** From 0 to 1. */
  readonly relevance?: number;
  /** The class that fits it best. */
  readonly best?: string;
}

/** Features are numbers below this; a few share one. */
export const featureCount = 2_048;
/** What all links have in common. */
const bias = 0;
/** Words of the anchor, and as many of path and query. */
const maxWords = 8;
/** Ranges of equal size that the relevance of a page falls into. */
const relevanceSteps = 5;
const separators = /[^\p{L}\p{N}\p{M}]+/u;

/**
 * What a crawl learns a link by: the words of its anchor and of its URL, its place in the page, the hosts on both sides,
 * class and relevance of its page. The words beside it are in its fixed score, and taught nothing beyond that.
 */
export function featuresOf({ url, anchor, place, page }: SeenLink): Uint16Array {
  const start = url.indexOf('//') + 2;
  const path = url.indexOf('/', start);
  const features = new Set([bias]);
  const add = (kind: string, value: string): void => void features.add(bucketOf(`${kind} ${value}`));
  for (const word of wordsOf(anchor)) add('word', word);
  for (const word of wordsOf(url.slice(path))) add('word', word);
  features.add(placeFeature(place));
  add('from', page.host);
  add('to', url.slice(start, path));
  if (page.best !== undefined) add('class', page.best);
  if (page.relevance !== undefined) add('page', String(Math.floor(page.relevance * relevanceSteps)));
  return Uint16Array.from(features);
}

/** What links of a place have in common. */
export function placeFeature(place: LinkPlace): number {
  return bucketOf(`place ${place}`);
}

/** A number from 0 to 1, by the URL alone: as good as chance. */
export function chanceOf(url: CanonicalUrl): number {
  return fnv(url) / 2 ** 32;
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(separators)
    .filter((word) => word.length > 1)
    .slice(0, maxWords);
}

/** All but the one of the bias. */
function bucketOf(feature: string): number {
  return 1 + (fnv(feature) % (featureCount - 1));
}

/** FNV-1a over UTF-16 code units, and a last mixing, so that all of its bits are as good as chance. */
function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
