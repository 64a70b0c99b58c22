import type { CanonicalUrl } from '../url.ts';
import { maskSegment } from './segment.ts';

/** Where the name of a page stands in its URL: the last part of its path, or the last value of its query that is one. */
interface Spot {
  readonly start: number;
  readonly end: number;
}

/**
 * A URL that stands beside another and cannot exist: the same, under a name that nobody has thought of. The same for
 * the same URL and number, and known from its own text (`isProbe`).
 * @param number 0 or 1
 * @returns undefined where pages have no names but numbers, dates or ids
 */
export function probeBeside(url: CanonicalUrl, number: 0 | 1): CanonicalUrl | undefined {
  const spot = nameIn(url);
  if (spot === undefined) return undefined;
  const [before, after] = [url.slice(0, spot.start), url.slice(spot.end)];
  return `${before}${madeUpName(before + after, number)}${after}` as CanonicalUrl;
}

/** Whether `probeBeside` made up a URL. */
export function isProbe(url: CanonicalUrl): boolean {
  const spot = nameIn(url);
  if (spot === undefined || spot.end - spot.start !== nameLength) return false;
  const [name, rest] = [url.slice(spot.start, spot.end), url.slice(0, spot.start) + url.slice(spot.end)];
  return name === madeUpName(rest, 0) || name === madeUpName(rest, 1);
}

/** The name that was made up for a probe. */
export function probeName(url: CanonicalUrl): string {
  const spot = nameIn(url);
  return spot === undefined ? '' : url.slice(spot.start, spot.end);
}

function nameIn(url: string): Spot | undefined {
  const root = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', root);
  if (mark >= 0) return valueIn(url, mark);
  const slash = url.endsWith('/') ? url.length - 1 : url.length;
  const start = url.lastIndexOf('/', slash - 1) + 1;
  if (start <= root) return undefined;
  const extension = /\.[a-z][a-z0-9]{1,4}$/i.exec(url.slice(start, slash))?.[0].length ?? 0;
  return named(url, start, slash - extension);
}

function valueIn(url: string, mark: number): Spot | undefined {
  for (let end = url.length; end > mark; ) {
    const start = Math.max(mark, url.lastIndexOf('&', end - 1)) + 1;
    const equals = url.indexOf('=', start);
    const spot = equals < 0 || equals > end ? undefined : named(url, equals + 1, end);
    if (spot !== undefined) return spot;
    end = start - 1;
  }
  return undefined;
}

function named(url: string, start: number, end: number): Spot | undefined {
  return end > start && !maskSegment(url.slice(start, end)).variable ? { start, end } : undefined;
}

const consonants = 'bdfgklmnprstvz';
const vowels = 'aeiou';
const syllables = 6;
const nameLength = 2 * syllables;

/** A word that can be spoken and means nothing: `tofizulerabo`. One in 10¹¹. */
function madeUpName(place: string, number: number): string {
  let hash = 0x811c9dc5 ^ (number + 1);
  for (let i = 0; i < place.length; i++) hash = Math.imul(hash ^ place.charCodeAt(i), 0x01000193);
  let name = '';
  for (let i = 0; i < syllables; i++) {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ i;
    const draw = (hash ^ (hash >>> 13)) >>> 0;
    name += `${consonants[draw % 14]}${vowels[(draw >>> 8) % 5]}`;
  }
  return name;
}
