import type { CanonicalUrl } from '../url/url.ts';
import { maskSegment } from '../yield/segment.ts';

/** An id in a URL, and the URL without it. */
export interface TokenPart {
  /** Where it stands: `?zone`, `;visit`, or place and form of a part of the path, `/2/s~`. */
  readonly place: string;
  readonly token: string;
  readonly rest: string;
}

/** Length of the ids in known places, where all had the same; 0: they differ. */
export type KnownPlaces = ReadonlyMap<string, { readonly length: number }>;

/**
 * Everything in a URL that looks like an id (`segment.ts`), from left to right; in a known place all that is as long
 * as the ids there, whatever it looks like.
 */
export function tokenParts(url: CanonicalUrl, known: KnownPlaces): readonly TokenPart[] {
  return [...spots(url, known)].map(({ place, start, end, from, to }) => ({
    place,
    token: url.slice(start, end),
    rest: `${url.slice(0, from)}*${url.slice(to)}`,
  }));
}

/** The URL with another id in a place; as it is when there is none. */
export function withToken(url: CanonicalUrl, place: string, token: string, known: KnownPlaces): CanonicalUrl {
  for (const spot of spots(url, known)) {
    if (spot.place === place) return (url.slice(0, spot.start) + token + url.slice(spot.end)) as CanonicalUrl;
  }
  return url;
}

interface Spot {
  readonly place: string;
  /** Of the id. */
  readonly start: number;
  readonly end: number;
  /** Of what goes with it: a parameter with its name and separator, so that what is left is as if there were none. */
  readonly from: number;
  readonly to: number;
}

function* spots(url: CanonicalUrl, known: KnownPlaces): Generator<Spot> {
  const isIdAt = (place: string, text: string): boolean =>
    known.get(place)?.length === text.length || isId(text);
  const root = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', root);
  const pathEnd = mark < 0 ? url.length : mark;
  let index = 0;
  let first = '';
  for (let at = root + 1; at < pathEnd; index++) {
    const slash = url.indexOf('/', at);
    const end = slash < 0 || slash > pathEnd ? pathEnd : slash;
    const nameEnd = endOf(url, ';', at, end);
    const core = coreOf(url.slice(at, nameEnd));
    if (core !== undefined) {
      const from = at + core.at;
      const to = from + core.text.length;
      // `p1,~` and `p2,~` are two pages under the ids of one place.
      const form = `${url.slice(at, from)}~${url.slice(to, nameEnd)}`.replace(/\d+/g, '#');
      const place = `/${index === 0 ? '' : first}/${index}/${form}`;
      if (isIdAt(place, core.text)) yield { place, start: from, end: to, from, to };
    }
    for (let part = nameEnd + 1; part < end; ) {
      const stop = endOf(url, ';', part, end);
      const equals = endOf(url, '=', part, stop);
      const place = `;${url.slice(part, equals)}`;
      if (equals < stop && isIdAt(place, url.slice(equals + 1, stop))) {
        yield { place, start: equals + 1, end: stop, from: part - 1, to: stop };
      }
      part = stop + 1;
    }
    if (index === 0) first = url.slice(at, end);
    at = end + 1;
  }
  if (mark < 0) return;
  for (let at = mark + 1; at < url.length; ) {
    const next = url.indexOf('&', at);
    const end = next < 0 ? url.length : next;
    const equals = url.indexOf('=', at);
    const place = `?${url.slice(at, Math.max(at, equals))}`;
    if (equals > at && equals < end && isIdAt(place, url.slice(equals + 1, end))) {
      yield { place, start: equals + 1, end, from: at - 1, to: end };
    }
    at = end + 1;
  }
}

/** Where a character comes next, at most `end`. */
function endOf(url: string, character: string, start: number, end: number): number {
  const at = url.indexOf(character, start);
  return at < 0 || at > end ? end : at;
}

/** The longest run of what ids are made of: in `(S(a1b2))` that between the brackets. */
function coreOf(name: string): { readonly at: number; readonly text: string } | undefined {
  let longest: RegExpExecArray | undefined;
  for (const run of name.matchAll(/[A-Za-z0-9_-]+/g)) {
    if (longest === undefined || run[0].length > longest[0].length) longest = run;
  }
  return longest === undefined ? undefined : { at: longest.index, text: longest[0] };
}

const longestId = 128;

function isId(text: string): boolean {
  if (text.length > longestId) return false;
  const { token, variable, mask } = maskSegment(text);
  return variable && (token || mask === '##');
}
