import { type CanonicalUrl, pathOf } from '../../base/url/url.ts';
import type { LimitTest } from './scope-settings.ts';

/** A URL, and its distance from the seeds. */
export interface ScopeCandidate {
  readonly url: CanonicalUrl;
  /** Links from the nearest seed. */
  readonly depth: number;
  /** Links from host to host, from the nearest host of a seed. */
  readonly hostHops: number;
}

/** Returns the quantity that a limit bounds. */
export function measure(kind: LimitTest, { url, depth, hostHops }: ScopeCandidate): number {
  switch (kind) {
    case 'depthOver':
      return depth;
    case 'hostHopsOver':
      return hostHops;
    case 'lengthOver':
      return url.length;
    case 'repeatsOver':
      return repeatsIn(url);
    case 'parametersOver':
      return parametersIn(url);
  }
}

/** The unit of each measure, for messages. */
export const measures: Readonly<Record<LimitTest, string>> = {
  depthOver: 'links from the nearest seed',
  hostHopsOver: 'links from host to host',
  lengthOver: 'characters',
  repeatsOver: 'times the same path segment',
  parametersOver: 'parameters',
};

/** Whether a measure of the URL exceeds `limit`. Equal to `measure() > limit`, but cheaper for short paths. */
export function isOver(kind: LimitTest, limit: number, candidate: ScopeCandidate): boolean {
  if (kind === 'repeatsOver' && !hasSlashes(candidate.url, limit + 3)) return false;
  return measure(kind, candidate) > limit;
}

function hasSlashes(url: string, wanted: number): boolean {
  let at = -1;
  for (let found = 0; found < wanted; found++) {
    at = url.indexOf('/', at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Counts the occurrences of the most frequent segment of the path; empty segments do not count. */
function repeatsIn(url: CanonicalUrl): number {
  const [path = ''] = pathOf(url).split('?', 1);
  const counts = new Map<string, number>();
  let highest = 0;
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const count = (counts.get(segment) ?? 0) + 1;
    counts.set(segment, count);
    if (count > highest) highest = count;
  }
  return highest;
}

/** Counts the parameters of the query, separated by `&`; empty ones do not count. */
function parametersIn(url: CanonicalUrl): number {
  const query = url.indexOf('?');
  if (query < 0) return 0;
  const hash = url.indexOf('#', query);
  const end = hash < 0 ? url.length : hash;
  let count = 0;
  let filled = false;
  for (let i = query + 1; i < end; i++) {
    if (url.charCodeAt(i) === 38) filled = false;
    else if (!filled) {
      filled = true;
      count++;
    }
  }
  return count;
}

/** Returns the extension of the last path segment in lower case; undefined if the segment has none. */
export function extensionOf(url: CanonicalUrl): string | undefined {
  const end = pathEnd(url);
  const dot = url.lastIndexOf('.', end - 1);
  if (dot <= 8 || dot < url.lastIndexOf('/', end - 1) || dot === end - 1) return undefined;
  // A dot in the host is before the first slash of the path.
  return dot < url.indexOf('/', 8) ? undefined : url.slice(dot + 1, end).toLowerCase();
}

function pathEnd(url: string): number {
  for (let i = 8; i < url.length; i++) {
    const code = url.charCodeAt(i);
    if (code === 63 || code === 35) return i;
  }
  return url.length;
}
