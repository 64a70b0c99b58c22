import type { CanonicalUrl } from '../url.ts';
import { maskSegment } from './segment.ts';

/** What tells a page from those beside it, in its URL. */
interface Spot {
  readonly start: number;
  readonly end: number;
  readonly kind: 'name' | 'number' | 'year';
}

/**
 * A URL that stands beside another and cannot exist: the same, under a name that nobody has thought of; where pages
 * have numbers, under one of eleven digits; where they have dates, centuries from now. The same for the same URL and
 * number, and known from its own text (`isProbe`).
 * @param number 0 or 1
 * @returns undefined where pages go by ids, or are those of a list
 */
export function probeBeside(url: CanonicalUrl, number: 0 | 1): CanonicalUrl | undefined {
  const spot = spotIn(url);
  if (spot === undefined) return undefined;
  const [before, after] = [url.slice(0, spot.start), url.slice(spot.end)];
  return `${before}${madeUp(before + after, number, spot.kind)}${after}` as CanonicalUrl;
}

/** Whether `probeBeside` made up a URL. */
export function isProbe(url: CanonicalUrl): boolean {
  const spot = spotIn(url);
  if (spot === undefined || spot.end - spot.start !== lengths[spot.kind]) return false;
  const [name, rest] = [url.slice(spot.start, spot.end), url.slice(0, spot.start) + url.slice(spot.end)];
  return name === madeUp(rest, 0, spot.kind) || name === madeUp(rest, 1, spot.kind);
}

/** What was made up for a probe, and whether it is a name. */
export function probeName(url: CanonicalUrl): { readonly text: string; readonly isName: boolean } {
  const spot = spotIn(url);
  return spot === undefined
    ? { text: '', isName: false }
    : { text: url.slice(spot.start, spot.end), isName: spot.kind === 'name' };
}

const paging = /^(?:page|p|pg|paged|start|offset|skip|from|cursor|after|before)$/i;
const year = /(?<!\d)(?:19|20|23)\d\d(?!\d)/;

function spotIn(url: string): Spot | undefined {
  const root = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', root);
  const spot = mark >= 0 ? valueIn(url, mark) : leafIn(url, root);
  if (spot?.kind === 'name') return spot;
  const found = year.exec(url.slice(root));
  if (found === null) return spot;
  const start = root + found.index;
  return { start, end: start + found[0].length, kind: 'year' };
}

function leafIn(url: string, root: number): Spot | undefined {
  const slash = url.endsWith('/') ? url.length - 1 : url.length;
  const start = url.lastIndexOf('/', slash - 1) + 1;
  if (start <= root) return undefined;
  const extension = /\.[a-z][a-z0-9]{1,4}$/i.exec(url.slice(start, slash))?.[0].length ?? 0;
  const folder = url.slice(url.lastIndexOf('/', start - 2) + 1, start - 1);
  return named(url, start, slash - extension, folder);
}

function valueIn(url: string, mark: number): Spot | undefined {
  let number: Spot | undefined;
  for (let end = url.length; end > mark; ) {
    const start = Math.max(mark, url.lastIndexOf('&', end - 1)) + 1;
    const equals = url.indexOf('=', start);
    const spot =
      equals < 0 || equals > end ? undefined : named(url, equals + 1, end, url.slice(start, equals));
    if (spot?.kind === 'name') return spot;
    number ??= spot;
    end = start - 1;
  }
  return number;
}

/** @param key what stands before it: a parameter, a folder */
function named(url: string, start: number, end: number, key: string): Spot | undefined {
  if (end <= start) return undefined;
  const text = url.slice(start, end);
  if (!maskSegment(text).variable) return { start, end, kind: 'name' };
  return /^\d+$/.test(text) && !paging.test(key) ? { start, end, kind: 'number' } : undefined;
}

const consonants = 'bdfgklmnprstvz';
const vowels = 'aeiou';
const syllables = 6;
const lengths = { name: 2 * syllables, number: 11, year: 4 } as const;

/** A word that can be spoken and means nothing (`tofizulerabo`, one in 10¹¹), a number, a year. */
function madeUp(place: string, number: number, kind: Spot['kind']): string {
  let hash = 0x811c9dc5 ^ (number + 1);
  for (let i = 0; i < place.length; i++) hash = Math.imul(hash ^ place.charCodeAt(i), 0x01000193);
  if (kind === 'year') return `23${String(10 + ((((hash >>> 8) % 40) * 2 + number) % 90))}`;
  if (kind === 'number') return `8${String(hash >>> 0).padStart(lengths.number - 1, '7')}`;
  let name = '';
  for (let i = 0; i < syllables; i++) {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ i;
    const draw = (hash ^ (hash >>> 13)) >>> 0;
    name += `${consonants[draw % 14]}${vowels[(draw >>> 8) % 5]}`;
  }
  return name;
}
