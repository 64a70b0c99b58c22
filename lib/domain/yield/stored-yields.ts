import type { Json } from '../base/json.ts';
import { type Column, column, expand, type RawReader, takeBytes } from '../frontier/store/columns.ts';
import { emptyRegion, type YieldRegion } from './region.ts';
import { emptyYields, type LinkRegion, type Yields } from './yields.ts';

/** Numbers of a region, in this order, each a column. */
const numbers = [
  'tries',
  'gains',
  'toldTries',
  'toldGains',
  'fetched',
  'brought',
  'relevant',
  'heldSince',
  'retryAt',
  'inside',
  'backed',
] as const satisfies readonly (keyof YieldRegion)[];

/** Counts that forget are no whole numbers: they are stored in thousandths. */
const unit = 1_000;

/** Yields as they are stored in a body's JSON; `hashesOf` has the rest. */
interface StoredYields {
  /** Next id of a link region, appeals, the time of the last. */
  readonly n: readonly [number, number, number];
  /** Names of regions, a line each; the host's own is empty and comes first. */
  readonly r: string;
  readonly c: readonly Column<number>[];
  /** Link regions, a line each: key, pattern and regions, with tabs between them. */
  readonly l: string;
  readonly k: readonly Column<number>[];
  /** Ids of link regions, ids of those that led to them, twins, pages with unresolved links. */
  readonly i: readonly Column<number>[];
  /** Surroundings: name, limit as a power of two, phrases, links. */
  readonly s: readonly (readonly [string, number, number, number])[];
}

/** Undefined when there is nothing to store. */
export function storeYields(yields: Yields): Json | undefined {
  const { host, regions, linkRegions, surroundings, nextId, appeals, appealedAt } = yields;
  if (nextId === 1) return undefined;
  const links = [...linkRegions.values()];
  const stored: StoredYields = {
    n: [nextId, appeals, appealedAt],
    r: ['', ...regions.keys()].join('\n'),
    c: countsOf([host, ...regions.values()]),
    l: links.map(({ key, position }) => [key, position.pattern, ...position.regions].join('\t')).join('\n'),
    k: countsOf(links),
    i: (['id', 'from', 'twins', 'unresolved'] as const).map((name) => column(links.map((one) => one[name]))),
    s: [...surroundings].map(([name, { memory, linked }]) => [
      name,
      Math.log2(memory.limit),
      memory.said.size,
      linked.size,
    ]),
  };
  return stored as unknown as Json;
}

function countsOf(regions: readonly YieldRegion[]): readonly Column<number>[] {
  return numbers.map((name) => column(regions.map((region) => Math.round(region[name] * unit))));
}

/** What was said near a prefix, 2 bytes a phrase, and where it led, 4 bytes a URL; then what pages said, 8 bytes each. */
export function hashesOf({ surroundings, met }: Yields): Uint8Array {
  let length = 8 * met.size;
  for (const { memory, linked } of surroundings.values()) length += 2 * memory.said.size + 4 * linked.size;
  const bytes = Buffer.alloc(length);
  let at = 0;
  for (const { memory, linked } of surroundings.values()) {
    for (const phrase of memory.said) at = bytes.writeUInt16BE(phrase, at);
    for (const hash of linked) at = bytes.writeUInt32BE(hash, at);
  }
  for (const [hash, digest] of met) {
    at = bytes.writeUInt32BE(hash, at);
    at = bytes.writeUInt32BE(digest, at);
  }
  return bytes;
}

/** @param hashes of `hashesOf` @throws WinnowError `corrupt` */
export function restoreYields(json: Json, hashes: Uint8Array): Yields {
  const stored = json as unknown as StoredYields;
  const yields = emptyYields();
  [yields.nextId, yields.appeals, yields.appealedAt] = stored.n;
  const names = stored.r.split('\n');
  const [host, ...regions] = restoreCounts(stored.c, names.length);
  Object.assign(yields.host, host);
  for (const [i, region] of regions.entries()) yields.regions.set(names[i + 1] as string, region);
  const lines = stored.l === '' ? [] : stored.l.split('\n');
  const counts = restoreCounts(stored.k, lines.length);
  const [ids, froms, twins, unresolved] = stored.i.map((values) => expand(values, lines.length));
  for (const [row, line] of lines.entries()) {
    const [key = '', pattern = '', ...own] = line.split('\t');
    const linkRegion: LinkRegion = {
      ...(counts[row] as YieldRegion),
      id: ids?.[row] as number,
      key,
      position: { regions: own, pattern },
      from: froms?.[row] as number,
      twins: twins?.[row] as number,
      unresolved: unresolved?.[row] as number,
    };
    yields.linkRegions.set(key, linkRegion);
    yields.linkRegionById.set(linkRegion.id, linkRegion);
  }
  const raw: RawReader = { bytes: Buffer.from(hashes.buffer, hashes.byteOffset, hashes.length), at: 0 };
  for (const [name, power, phrases, links] of stored.s) {
    const said = new Set(read(raw, phrases, 2));
    const linked = new Set(read(raw, links, 4));
    yields.surroundings.set(name, { memory: { said, limit: 2 ** power }, linked });
  }
  const met = read(raw, (raw.bytes.length - raw.at) / 4, 4);
  for (let i = 0; i < met.length; i += 2) yields.met.set(met[i] as number, met[i + 1] as number);
  return yields;
}

function restoreCounts(stored: readonly Column<number>[], rows: number): readonly YieldRegion[] {
  const columns = numbers.map((_, i) => expand(stored[i], rows));
  return Array.from({ length: rows }, (_, row) => {
    const region = emptyRegion();
    for (const [i, name] of numbers.entries()) region[name] = (columns[i]?.[row] as number) / unit;
    return region;
  });
}

/** @param width bytes of a number */
function read(raw: RawReader, count: number, width: number): readonly number[] {
  const bytes = takeBytes(raw, width * count);
  return Array.from({ length: count }, (_, i) => bytes.readUIntBE(width * i, width));
}
