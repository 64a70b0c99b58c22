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
const [fnvStart, fnvPrime] = [0x811c9dc5, 0x01000193];
/** Where the hash of each word begins. */
const wordStart = fnvOf('word ', fnvStart);

/**
 * What a crawl learns a link by: the words of its anchor and of its URL, its place in the page, the hosts on both sides,
 * class and relevance of its page. The words beside it are in its fixed score, and taught nothing beyond that.
 */
export function featuresOf({ url, anchor, place, page }: SeenLink): Uint16Array {
  const start = url.indexOf('//') + 2;
  const path = url.indexOf('/', start);
  const features = new Set([bias]);
  const add = (kind: string, value: string): void => void features.add(bucketOf(fnv(`${kind} ${value}`)));
  addWords(features, anchor);
  addWords(features, url.slice(path));
  features.add(placeFeature(place));
  add('from', page.host);
  add('to', url.slice(start, path));
  if (page.best !== undefined) add('class', page.best);
  if (page.relevance !== undefined) add('page', String(Math.floor(page.relevance * relevanceSteps)));
  return Uint16Array.from(features);
}

/** What links of a place have in common. */
export function placeFeature(place: LinkPlace): number {
  return bucketOf(fnv(`place ${place}`));
}

/** A number from 0 to 1, by the URL alone: as good as chance. */
export function chanceOf(url: CanonicalUrl): number {
  return fnv(url) / 2 ** 32;
}

/** Hashes words where they stand: this is done for each link. */
function addWords(features: Set<number>, text: string): void {
  const lower = text.toLowerCase();
  let [hash, length, words] = [wordStart, 0, 0];
  for (let at = 0; at <= lower.length && words < maxWords; at += 1) {
    const code = at < lower.length ? lower.charCodeAt(at) : 0;
    if (isInWord(code)) {
      hash = Math.imul(hash ^ code, fnvPrime);
      length += 1;
      continue;
    }
    if (length > 1) {
      features.add(bucketOf(mixed(hash)));
      words += 1;
    }
    hash = wordStart;
    length = 0;
  }
}

/** Digits, small letters, and all beyond Latin-1's signs but general and CJK punctuation. */
function isInWord(code: number): boolean {
  if (code < 0xc0) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  return !((code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f));
}

/** All but the one of the bias. */
function bucketOf(hash: number): number {
  return 1 + (hash % (featureCount - 1));
}

function fnv(text: string): number {
  return mixed(fnvOf(text, fnvStart));
}

/** FNV-1a over UTF-16 code units. */
function fnvOf(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), fnvPrime);
  return hash;
}

/** All of its bits are as good as chance. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (once ^ (once >>> 13)) >>> 0;
}
