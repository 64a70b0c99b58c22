import { type Column, column, expand, type RawReader, takeBytes } from '../frontier/store/columns.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { emptyAccounts, type TrapAccounts, type TrapKind } from './accounts.ts';
import { folders } from './area.ts';
import type { Region } from './region.ts';
import { shapeOf } from './shape.ts';

const kinds = [
  'near-duplicate',
  'duplicate',
  'redirect',
  'repetition',
  'nesting',
  'combination',
  'session',
  'made-up',
] as const satisfies readonly TrapKind[];

const regionStates = [
  'asked',
  'real',
  'made-up',
  'deeper',
  'again',
  'open',
  'restless',
  'unproven',
] as const satisfies readonly Region['state'][];

/** Numbers of a pattern, in this order, each a column. */
const numbers = [
  'id',
  'area',
  'from',
  'depth',
  'choices',
  'visits',
  'novel',
  'earned',
  'points',
  'unproven',
  'last',
] as const;

/** Accounts as they are stored in a body's JSON; `hashesOf` has the rest. */
export interface StoredAccounts {
  /** Next id, productive, barren, appeals (none in bodies of old). */
  readonly n: readonly [number, number, number, number?];
  /** Patterns, a line each. */
  readonly p: string;
  readonly c: readonly Column<number>[];
  /** Kind, times 32, with 16 when it breeds, 8 when it has failed, and what is said of its shape: token 256, dated 4, plain 2, sign 1. */
  readonly k: Column<number>;
  readonly e: Column<string | null>;
  /** Areas: id, founder, name, limit (as a power of two), phrases remembered, patterns that failed, that succeeded. */
  readonly a: readonly (readonly [
    id: number,
    founder: number,
    area: string,
    limit: number,
    said: number,
    failed: readonly number[],
    succeeded: readonly number[],
  ])[];
  /** Further names of areas. */
  readonly o: readonly (readonly [string, number])[];
  /** Rules for ids: place, pages that said the same, that did not, the id to use, length of ids, pages visited. */
  readonly r: readonly (readonly [
    place: string,
    agreed: number,
    differed: number,
    keep: string | null,
    length: number,
    visited: number,
  ])[];
  /** Where pages may be made up: id, example, state, phrases, those of the longer answer, links of the first, births, when the next is visited again, phrases of the page at which it was noticed. */
  readonly m?: readonly (readonly [
    id: number,
    example: string,
    state: number,
    said: readonly number[],
    longest: number,
    led: readonly number[],
    births: number,
    nextAt: number,
    noticed: readonly number[],
  ])[];
  /** Noise: pages looked at, and words: 16 bits, pages, area, whether it was met in another. */
  readonly s: readonly [number, readonly (readonly [number, number, number, 0 | 1])[]];
}

/** Undefined when there is nothing to store. */
export function storeAccounts(accounts: TrapAccounts): StoredAccounts | undefined {
  const { patterns, areas, names } = accounts;
  if (accounts.nextId === 1) return undefined;
  const list = [...patterns.values()];
  return {
    n: [accounts.nextId, accounts.productive, accounts.barren, accounts.appeals],
    p: list.map(({ pattern }) => pattern).join('\n'),
    c: numbers.map((name) => column(list.map((account) => account[name]))),
    k: column(
      list.map(
        ({ kind, breeds, failed, dated, plain, sign, token }) =>
          (token ? 256 : 0) +
          32 * kinds.indexOf(kind) +
          (breeds ? 16 : 0) +
          (failed ? 8 : 0) +
          (dated ? 4 : 0) +
          (plain ? 2 : 0) +
          (sign ? 1 : 0),
      ),
    ),
    e: column(list.map(({ example }) => example ?? null)),
    a: [...areas.values()].map(({ id, founder, area, memory, failed, succeeded }) => [
      ...([id, founder, area, Math.log2(memory.limit), memory.said.size] as const),
      ...([full(failed), full(succeeded)] as const),
    ]),
    o: [...names].filter(([name, id]) => areas.get(id)?.area !== name),
    r: [...accounts.rules].map(([place, { agreed, differed, keep, length, visited }]) => [
      ...([place, agreed, differed, keep ?? null, length, visited.size] as const),
    ]),
    ...(accounts.regions.size > 0 && {
      m: [...accounts.regions.values()].map(
        ({ id, example, state, said, longest, led, births, nextAt, noticed }) =>
          [id, example, regionStates.indexOf(state), said, longest, led, births, nextAt, noticed] as const,
      ),
    }),
    s: [
      accounts.noise.pages,
      [...accounts.noise.slots].map(([slot, { pages, area, spread }]) => [slot, pages, area, spread ? 1 : 0]),
    ],
  };
}

/** What the areas remember of their pages, 2 bytes a phrase; then what the rules for ids do, 8 bytes a page. */
export function hashesOf({ areas, rules }: TrapAccounts): Uint8Array {
  const phrases = [...areas.values()].reduce((sum, { memory }) => sum + memory.said.size, 0);
  const pages = [...rules.values()].reduce((sum, { visited }) => sum + visited.size, 0);
  const bytes = Buffer.alloc(2 * phrases + 8 * pages);
  let at = 0;
  for (const { memory } of areas.values()) {
    for (const phrase of memory.said) at = bytes.writeUInt16BE(phrase, at);
  }
  for (const { visited } of rules.values()) {
    for (const [rest, [id, said]] of visited) {
      at = bytes.writeUInt32BE(rest, at);
      at = bytes.writeUInt16BE(id, at);
      at = bytes.writeUInt16BE(said, at);
    }
  }
  return bytes;
}

/** JSON has no holes. */
function full(counts: readonly number[]): readonly number[] {
  return Array.from(counts, (count) => count ?? 0);
}

/** @param hashes of `hashesOf` @throws WinnowError `corrupt` */
export function restoreAccounts(stored: StoredAccounts, hashes: Uint8Array): TrapAccounts {
  const accounts = emptyAccounts();
  const raw: RawReader = { bytes: Buffer.from(hashes.buffer, hashes.byteOffset, hashes.length), at: 0 };
  [accounts.nextId, accounts.productive, accounts.barren, accounts.appeals = 0] = stored.n;
  const patterns = stored.p === '' ? [] : stored.p.split('\n');
  const columns = numbers.map((_, i) => expand(stored.c[i], patterns.length));
  const [kind, example] = [expand(stored.k, patterns.length), expand(stored.e, patterns.length)];
  for (const [row, pattern] of patterns.entries()) {
    const [
      id = 0,
      area = 0,
      from = 0,
      depth = 0,
      choices = 0,
      visits = 0,
      novel = 0,
      earned = 0,
      points = 0,
      unproven = 0,
      last = 0,
    ] = columns.map((values) => values[row]);
    const seen = example[row];
    const traits = kind[row] ?? 0;
    accounts.patterns.set(pattern, {
      ...{ id, pattern, area, from, depth, choices, visits, novel, earned, points, unproven, last },
      kind: kinds[(traits >> 5) & 7] ?? 'near-duplicate',
      breeds: (traits & 16) > 0,
      failed: (traits & 8) > 0,
      dated: (traits & 4) > 0,
      plain: (traits & 2) > 0,
      sign: (traits & 1) > 0,
      token: (traits & 256) > 0,
      ...(typeof seen === 'string' ? { example: seen as CanonicalUrl } : {}),
    });
  }
  for (const [id, founder, area, power, count, failed, succeeded] of stored.a) {
    const bytes = takeBytes(raw, 2 * count);
    const said = new Set(Array.from({ length: count }, (_, i) => bytes.readUInt16BE(2 * i)));
    const memory = { said, limit: 2 ** power };
    const depth = folders(area);
    accounts.areas.set(id, {
      id,
      area,
      depth,
      founder,
      memory,
      failed: [...failed],
      succeeded: [...succeeded],
    });
    accounts.names.set(area, id);
  }
  for (const [name, id] of stored.o) accounts.names.set(name, id);
  for (const [place, agreed, differed, keep, length, count] of stored.r) {
    const bytes = takeBytes(raw, 8 * count);
    const visited = new Map(
      Array.from({ length: count }, (_, i) => [
        bytes.readUInt32BE(8 * i),
        [bytes.readUInt16BE(8 * i + 4), bytes.readUInt16BE(8 * i + 6)] as const,
      ]),
    );
    accounts.rules.set(place, { agreed, differed, length, visited, ...(keep === null ? {} : { keep }) });
  }
  for (const [id, example, state, said, longest, led, births, nextAt, noticed] of stored.m ?? []) {
    const url = example as CanonicalUrl;
    const { pattern } = shapeOf(url);
    const known = regionStates[state] ?? 'real';
    accounts.regions.set(pattern, {
      ...{ id, pattern, example: url, state: known, said, longest, led, births, nextAt, noticed },
    });
  }
  const [pages, slots] = stored.s;
  accounts.noise.pages = pages;
  for (const [slot, met, area, spread] of slots) {
    accounts.noise.slots.set(slot, { pages: met, area, spread: spread === 1 });
  }
  return accounts;
}
