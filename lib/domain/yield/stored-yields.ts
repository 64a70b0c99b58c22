import type { Json } from '../../base/json.ts';
import { type Column, column, expand, type RawReader, takeBytes } from '../frontier/store/columns.ts';
import { unread } from './gain.ts';
import { emptyRegion, type YieldRegion } from './region.ts';
import { emptyYields, type LinkRegion, linkRegionKey, type Yields } from './yields.ts';

/** Numbers of a region, each a column: counts that forget are no whole numbers, and stored in so many parts of one. */
const parts = {
  tries: 32,
  gains: 32,
  toldTries: 32,
  toldGains: 32,
  fetched: 1,
  brought: 1,
  relevant: 1,
  heldSince: 1,
  retryAt: 1,
  inside: 1,
  backed: 1,
  kinds: 1,
  judged: 1,
  judgedOdds: 8,
  linked: 1,
  linkedOdds: 8,
  promisedOdds: 8,
  vain: 1,
  poor: 8,
  bearing: 8,
  births: 1,
} as const satisfies Readonly<Record<keyof YieldRegion, number>>;
const numbers = Object.keys(parts) as readonly (keyof typeof parts)[];

/** Yields as they are stored in a body's JSON; `hashesOf` has the rest. */
interface StoredYields {
  /** Next id of a link region, appeals, the time of the last. */
  readonly n: readonly [number, number, number];
  /**
   * How many there are: regions with counts, link regions; hashes of phrases that were met once, and often, of links, and
   * of marks (since version 2).
   */
  readonly h: readonly [number, number, number, number, number, number?];
  /** Names of regions, a line each: of those with counts first. */
  readonly r: string;
  /** Counts of the host and of the first regions. */
  readonly c: readonly Column<number>[];
  /** Counts of link regions. */
  readonly k: readonly Column<number>[];
  /**
   * Of link regions: ids, ids of those that led to them, twins, pages with unresolved links, how many regions they lie in,
   * undecided pages (since version 2), pages in vain with unresolved links (since version 6).
   */
  readonly i: readonly Column<number>[];
  /** Places of names: of the pattern that led to a link region (0: none), and of the regions that it lies in. */
  readonly l: Column<number>;
}

const ofLinks = ['id', 'from', 'twins', 'unresolved'] as const;

/** Undefined when there is nothing to store. */
export function storeYields(yields: Yields): Json | undefined {
  const { host, regions, linkRegions, memory, linked, nextId, appeals, appealedAt } = yields;
  if (nextId === 1) return undefined;
  const links = [...linkRegions.values()];
  const places = new Map([...regions.keys()].map((name, at) => [name, at + 1]));
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? places.size + 1;
    places.set(name, place);
    return place;
  };
  const l = links.flatMap(({ position, source }) => [
    source === '' ? 0 : placeOf(source),
    ...position.regions.map(placeOf),
  ]);
  const stored: StoredYields = {
    n: [nextId, appeals, appealedAt],
    h: [regions.size, links.length, memory.once.size, memory.often.size, linked.size, memory.marks.size],
    r: [...places.keys()].join('\n'),
    c: countsOf([host, ...regions.values()]),
    k: countsOf(links),
    i: [
      ...ofLinks.map((name) => column(links.map((one) => one[name]))),
      column(links.map(({ position }) => position.regions.length)),
      column(links.map(({ undecided }) => undecided)),
      column(links.map(({ poorUnresolved }) => poorUnresolved)),
    ],
    l: column(l),
  };
  return stored as unknown as Json;
}

function countsOf(regions: readonly YieldRegion[]): readonly Column<number>[] {
  return numbers.map((name) => column(regions.map((region) => Math.round(region[name] * parts[name]))));
}

/** Bytes of a hash of a phrase or a link, and of a page: 3 of its name, 1 of what it said. */
const width = { short: 2, page: 4 } as const;

/** What pages said lately, where they led, and what they said under URLs without their ids. */
export function hashesOf({ memory, linked, met }: Yields): Uint8Array {
  const short = [...memory.once, ...memory.often, ...linked, ...memory.marks];
  const bytes = Buffer.alloc(width.short * short.length + width.page * met.size);
  let at = 0;
  for (const hash of short) at = bytes.writeUInt16BE(hash, at);
  for (const [page, said] of met) at = bytes.writeUInt32BE(page * 256 + said, at);
  return bytes;
}

/** Of regions since this version; before, other numbers stood there. */
const judgedSince = 5;
/** Since this version what a page said is `unread` where nobody read it; before, that was a digest like others. */
const unreadSince = 7;

/** @param hashes of `hashesOf` @throws WinnowError `corrupt` */
export function restoreYields(json: Json, hashes: Uint8Array, version: number = unreadSince): Yields {
  const stored = json as unknown as StoredYields;
  const yields = emptyYields();
  [yields.nextId, yields.appeals, yields.appealedAt] = stored.n;
  const [counted, links, once, often, linked, marks = 0] = stored.h;
  const names = ['', ...stored.r.split('\n')];
  const [host, ...regions] = restoreCounts(stored.c, counted + 1);
  if (version < judgedSince) {
    for (const region of [host, ...regions]) Object.assign(region ?? {}, { judged: 0, judgedOdds: 0 });
  }
  Object.assign(yields.host, host);
  for (const [i, region] of regions.entries()) yields.regions.set(names[i + 1] as string, region);
  for (const linkRegion of restoreLinkRegions(stored, links, names)) {
    yields.linkRegions.set(linkRegion.key, linkRegion);
    yields.linkRegionById.set(linkRegion.id, linkRegion);
  }
  const raw: RawReader = { bytes: Buffer.from(hashes.buffer, hashes.byteOffset, hashes.length), at: 0 };
  for (const hash of read(raw, once, width.short)) yields.memory.once.add(hash);
  for (const hash of read(raw, often, width.short)) yields.memory.often.add(hash);
  for (const hash of read(raw, linked, width.short)) yields.linked.add(hash);
  for (const hash of read(raw, marks, width.short)) yields.memory.marks.add(hash);
  for (const page of read(raw, (raw.bytes.length - raw.at) / width.page, width.page)) {
    const said = page % 256;
    const isDigest = version < unreadSince && said === unread;
    yields.met.set(Math.floor(page / 256), isDigest ? unread + 1 : said);
  }
  return yields;
}

function restoreLinkRegions(
  { k, i, l }: StoredYields,
  rows: number,
  names: readonly string[],
): readonly LinkRegion[] {
  const [ids, froms, twins, unresolved, depths, undecided, poorUnresolved] = i.map((values) =>
    expand(values, rows),
  );
  const wanted = (depths as readonly number[]).reduce((sum, depth) => sum + depth + 1, 0);
  const places = expand(l, wanted);
  let at = 0;
  return restoreCounts(k, rows).map((counts, row) => {
    const [source = 0, ...own] = places.slice(at, at + 1 + (depths?.[row] as number));
    at += own.length + 1;
    const regions = own.map((place) => names[place] as string);
    const pattern = regions.at(-1) as string;
    return {
      ...counts,
      key: linkRegionKey(pattern, names[source] as string),
      source: names[source] as string,
      position: { regions, pattern },
      id: ids?.[row] as number,
      from: froms?.[row] as number,
      twins: twins?.[row] as number,
      unresolved: unresolved?.[row] as number,
      undecided: undecided?.[row] ?? 0,
      poorUnresolved: poorUnresolved?.[row] ?? 0,
    };
  });
}

function restoreCounts(stored: readonly Column<number>[], rows: number): readonly YieldRegion[] {
  // Version 1 has no kinds, version 2 no pages that were judged, version 3 no links, version 4 no promises of the pages, version 5 nothing of fetches in vain.
  const columns = numbers.map((_, i) => (i < stored.length ? expand(stored[i], rows) : []));
  return Array.from({ length: rows }, (_, row) => {
    const region = emptyRegion();
    for (const [i, name] of numbers.entries()) region[name] = (columns[i]?.[row] ?? 0) / parts[name];
    return region;
  });
}

/** @param bytes of a number */
function read(raw: RawReader, count: number, bytes: number): readonly number[] {
  const taken = takeBytes(raw, bytes * count);
  return Array.from({ length: count }, (_, i) => taken.readUIntBE(bytes * i, bytes));
}
