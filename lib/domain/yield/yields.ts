import type { CanonicalUrl } from '../../base/url/url.ts';
import { type UrlPattern, urlPattern } from '../../base/url/url-pattern.ts';
import { emptyMemory, type PhraseMemory } from './memory.ts';
import { emptyRegion, type YieldRegion } from './region.ts';

/** The narrowest region: URLs of a pattern that were found on pages of one pattern. */
export interface LinkRegion extends YieldRegion {
  /** Stands in the frontier for the page on which a URL was found. */
  readonly id: number;
  readonly key: string;
  readonly position: Pick<Position, 'regions' | 'pattern'>;
  /** The pattern of the pages on which its URLs were found; empty: none of this host. */
  readonly source: string;
  /** Its pages whose content another URL had. */
  twins: number;
  /** Its pages that led to URLs of which it was not known whether they are new (`resolveLinks`). */
  unresolved: number;
  /** Those of them that brought nothing. */
  poorUnresolved: number;
  /** Those of them that brought nothing themselves: how much they count shows then. */
  undecided: number;
  /** Id of the link region of the pages on which its URLs were first found; 0: none of this host. */
  readonly from: number;
}

/** What the fetches of a host told of its regions. Everything in it has a fixed size. */
export interface Yields {
  readonly host: YieldRegion;
  /** Prefixes and patterns by name; by `*`: all URLs of the host that end alike (`endingOf`). */
  readonly regions: Map<string, YieldRegion>;
  readonly linkRegions: Map<string, LinkRegion>;
  readonly linkRegionById: Map<number, LinkRegion>;
  /** What pages said lately. */
  readonly memory: PhraseMemory;
  /** Where they led lately: short hashes of URLs. */
  readonly linked: Set<number>;
  /** By the hash of a URL without its ids (24 bits): what the page said that was fetched last under such a URL (8 bits of a digest). */
  readonly met: Map<number, number>;
  nextId: number;
  /** Tries of what is held that were made because nothing else of the host was left, without those that brought something. */
  appeals: number;
  /** Epoch ms of the last of them; 0: there was none. */
  appealedAt: number;
  /** The URL of the last of them, if it is paid back when it brings something; not stored. */
  appealing: CanonicalUrl | undefined;
  /** Epoch ms of the fetch that was entered last; not stored. */
  now: number;
  /** Grows with every fetch that is entered; not stored. */
  epoch: number;
  /** Whether a region that was held may go since this was asked last; not stored. */
  freed: boolean;
}

/** Most entries of each kind; one that was met long ago and told little goes first, its wider regions keep what it told. */
export const most = { regions: 256, linkRegions: 128, met: 512, linked: 176 } as const;

export function emptyYields(): Yields {
  return {
    host: emptyRegion(),
    regions: new Map(),
    linkRegions: new Map(),
    linkRegionById: new Map(),
    memory: emptyMemory(),
    linked: new Set(),
    met: new Map(),
    nextId: 1,
    appeals: 0,
    appealedAt: 0,
    appealing: undefined,
    now: 0,
    epoch: 0,
    freed: false,
  };
}

/** Where a URL stands among the regions of its host. */
export interface Position {
  /** From the widest prefix to the pattern. */
  readonly regions: readonly string[];
  readonly pattern: string;
  /** Key of the link region. */
  readonly linkRegion: string;
  /** The link region on whose page it was found; undefined: on none of this host, or nobody knows any more. */
  readonly source: LinkRegion | undefined;
}

/**
 * The position of a URL. One whose page was met under another id stands in regions of their own, marked by `^`: pages
 * behind session ids, and copies, are known by that those bring nothing.
 * @param from id of the link region on whose page it was found; 0: on none of this host
 */
export function positionOf(yields: Yields, url: CanonicalUrl, from: number): Position {
  const known = urlPattern(url);
  const { regions } = known;
  const again = isMetAgain(yields, known);
  const [widest = '', ...narrower] = regions;
  const last = regions.at(-1) as string;
  const pattern = again ? `${last}^` : last;
  const source = yields.linkRegionById.get(from);
  return {
    regions: again ? [widest, `${widest}^^`, ...narrower.map((name) => `${name}^`)] : regions,
    pattern,
    linkRegion: linkRegionKey(pattern, source?.position.pattern),
    source,
  };
}

/** Whether the page of a URL was met under another id. */
export function isMetAgain({ met }: Yields, { pageHash }: UrlPattern): boolean {
  return pageHash !== undefined && met.has(pageHash);
}

export function linkRegionKey(pattern: string, source = ''): string {
  return `${pattern}<${source}`;
}

/** The link region of a URL that is fetched now. */
export function linkRegionOf(yields: Yields, position: Position): LinkRegion {
  const { regions, pattern, linkRegion: key, source } = position;
  let linkRegion = met(yields.linkRegions, key);
  if (linkRegion !== undefined) return linkRegion;
  linkRegion = {
    ...emptyRegion(),
    id: yields.nextId++,
    key,
    position: { regions, pattern },
    source: source?.position.pattern ?? '',
    from: source?.id ?? 0,
    twins: 0,
    unresolved: 0,
    poorUnresolved: 0,
    undecided: 0,
  };
  yields.linkRegionById.set(linkRegion.id, linkRegion);
  for (const gone of keep(yields.linkRegions, key, linkRegion, most.linkRegions))
    yields.linkRegionById.delete(gone.id);
  return linkRegion;
}

export function regionNamed({ regions }: Yields, name: string): YieldRegion {
  let region = met(regions, name);
  if (region === undefined) {
    region = emptyRegion();
    keep(regions, name, region, most.regions);
  }
  return region;
}

/** An entry, which counts as met last from now on. */
function met<V>(entries: Map<string, V>, key: string): V | undefined {
  const entry = entries.get(key);
  if (entry === undefined) return undefined;
  entries.delete(key);
  entries.set(key, entry);
  return entry;
}

/** Fetches and patterns of a region, in all, that tell so much of it that more make no difference. */
const wellKnown = 8;

/** @returns those that had to go */
function keep<V extends YieldRegion>(
  entries: Map<string, V>,
  key: string,
  entry: V,
  size: number,
): readonly V[] {
  entries.set(key, entry);
  const gone: V[] = [];
  while (entries.size > size) {
    const [name, value] = leastMissed(entries, size / 2);
    entries.delete(name);
    gone.push(value);
  }
  return gone;
}

/**
 * Of so many entries that were met longest ago the one that told least: a host of thousands of patterns is known by its folders.
 * Of equals the one that was met first.
 */
function leastMissed<V extends YieldRegion>(entries: ReadonlyMap<string, V>, oldest: number): [string, V] {
  const told = ([, { fetched, kinds }]: [string, V]): number => Math.min(wellKnown, fetched + kinds);
  return [...entries].slice(0, oldest).reduce((least, entry) => (told(entry) < told(least) ? entry : least));
}

/** The region whose pages a URL that is visited again is one of; undefined: none is known. */
export function linkRegionLike({ linkRegions }: Yields, url: CanonicalUrl): LinkRegion | undefined {
  const pattern = urlPattern(url).regions.at(-1) as string;
  for (const linkRegion of linkRegions.values()) {
    if (linkRegion.position.pattern === pattern) return linkRegion;
  }
  return undefined;
}
