import type { CanonicalUrl } from '../url/url.ts';
import { isToken, maskSegment } from '../yield/segment.ts';

/** What tells a page from those beside it, in its URL: a name, or an id that nobody reads. */
interface Spot {
  readonly start: number;
  readonly end: number;
  readonly kind: 'name' | 'id';
}

/**
 * A URL that stands beside another and cannot exist: the same, under a name that nobody has thought of, or an id that
 * nobody was given. The same for the same URL and number, and known from its own text (`isProbe`).
 * @param number 0 or 1
 * @returns undefined where pages go by numbers or dates, or stand at the root of their host's paths without a name
 */
export function probeBeside(url: CanonicalUrl, number: 0 | 1): CanonicalUrl | undefined {
  const spot = spotIn(url);
  if (spot === undefined) return undefined;
  const [before, after] = [url.slice(0, spot.start), url.slice(spot.end)];
  return `${before}${madeUp(url, spot, number)}${after}` as CanonicalUrl;
}

/** Whether `probeBeside` made up a URL. */
export function isProbe(url: CanonicalUrl): boolean {
  const spot = spotIn(url);
  if (spot === undefined) return false;
  const name = url.slice(spot.start, spot.end);
  return name === madeUp(url, spot, 0) || name === madeUp(url, spot, 1);
}

/** The name or id that was made up for a probe. */
export function probeName(url: CanonicalUrl): string {
  const spot = spotIn(url);
  return spot === undefined ? '' : url.slice(spot.start, spot.end);
}

function spotIn(url: string): Spot | undefined {
  const root = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', root);
  return mark >= 0 ? valueIn(url, mark) : leafIn(url, root);
}

function leafIn(url: string, root: number): Spot | undefined {
  const end = url.endsWith('/') ? url.length - 1 : url.length;
  const start = url.lastIndexOf('/', end - 1) + 1;
  if (start <= root) return undefined;
  const extension = /\.[a-z][a-z0-9]{1,4}$/i.exec(url.slice(start, end))?.[0].length ?? 0;
  return spotOf(url, start, end - extension);
}

/** The last value of a query that is a name or an id. */
function valueIn(url: string, mark: number): Spot | undefined {
  for (let end = url.length; end > mark; ) {
    const start = Math.max(mark, url.lastIndexOf('&', end - 1)) + 1;
    const equals = url.indexOf('=', start);
    const spot = equals < 0 || equals > end ? undefined : spotOf(url, equals + 1, end);
    if (spot !== undefined) return spot;
    end = start - 1;
  }
  return undefined;
}

function spotOf(url: string, start: number, end: number): Spot | undefined {
  if (end <= start) return undefined;
  const text = url.slice(start, end);
  if (!maskSegment(text).variable) return { start, end, kind: 'name' };
  return text.length >= shortestId && isToken(text) ? { start, end, kind: 'id' } : undefined;
}

/** Of shorter ones, one that was made up might be somebody's. */
const shortestId = 10;

const consonants = 'bdfgklmnprstvz';
const vowels = 'aeiou';
const syllables = 6;

/**
 * A word that can be spoken and means nothing (`tofizulerabo`, one in 10¹¹); for an id its like: as long, of digits,
 * small letters and capitals where it has them.
 */
function madeUp(url: string, { start, end, kind }: Spot, number: 0 | 1): string {
  let hash = 0x811c9dc5 ^ (number + 1);
  const add = (from: number, to: number): void => {
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ url.charCodeAt(i), 0x01000193);
  };
  add(0, start);
  add(end, url.length);
  const draw = (i: number): number => {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ i;
    return (hash ^ (hash >>> 13)) >>> 0;
  };
  if (kind === 'id') return url.slice(start, end).replace(/[\da-z]/gi, (sign, i) => likeSign(sign, draw(i)));
  return Array.from({ length: syllables }, (_, i) => {
    const drawn = draw(i);
    return `${consonants[drawn % 14]}${vowels[(drawn >>> 8) % 5]}`;
  }).join('');
}

/** Ids of hexadecimal digits have no letter behind f; the letters before it will do for all. */
function likeSign(sign: string, drawn: number): string {
  if (/\d/.test(sign)) return String(drawn % 10);
  const letter = 'abcdef'[drawn % 6] as string;
  return sign === sign.toLowerCase() ? letter : letter.toUpperCase();
}
