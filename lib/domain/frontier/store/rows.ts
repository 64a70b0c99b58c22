import { outcomeKinds } from '../../../base/fetch/outcome.ts';
import { roleByRank, type UrlRole } from '../../../base/links/url-role.ts';
import type { InSeen, PendingEntry, UncheckedEntry, Visit, VisitEntry } from '../entry.ts';
import { rankOf } from '../entry.ts';
import { corrupt } from './codec.ts';
import type { Column, RawReader } from './columns.ts';
import { column, deltas, expand, packHex, sums, unpackHex } from './columns.ts';
import { joinUrls, splitUrls } from './url-list.ts';

export interface PendingTable {
  readonly u: string;
  readonly r: Column<number>;
  readonly d: Column<number>;
  readonly q: Column<number>;
  readonly s: Column<number>;
  /** Redirects in a row. */
  readonly j: Column<number>;
  /** Roles; null: of a page. Absent: all are, but for those that an earlier version told by their ranks. */
  readonly T?: Column<UrlRole | null>;
  /** Absent: 0 for all. */
  readonly p?: Column<number>;
  /** Tiers; 0: there is none. Absent: 0 for all. */
  readonly L?: Column<number>;
  /** Ranks by which spilled URLs come back. Absent: their own. */
  readonly R?: Column<number>;
}

export function pendingTable(entries: readonly PendingEntry[], base: string): PendingTable {
  return {
    ...queueTable(entries, base),
    ...(entries.some(({ spilledRank }) => spilledRank !== undefined) && {
      R: column(entries.map(({ rank, spilledRank = rank }) => spilledRank)),
    }),
    s: column(entries.map((entry) => entry.seen)),
  };
}

export function pendingRows(table: PendingTable, base: string): PendingEntry[] {
  const urls = splitUrls(table.u, base);
  const rows = urls.length;
  const [rank, depth] = [expand(table.r, rows), expand(table.d, rows)];
  const [seq, seen] = [sums(table.q, rows), expand(table.s, rows)];
  const from = expand(table.p ?? [0], rows);
  const tiers = table.L === undefined ? [] : expand(table.L, rows);
  const spilledRanks = table.R === undefined ? [] : expand(table.R, rows);
  const hops = expand(table.j, rows);
  const roles = rolesIn(table, rank, depth, hops);
  return urls.map((url, i) => ({
    url,
    rank: rank[i] as number,
    depth: depth[i] as number,
    hops: hops[i] as number,
    role: roles[i],
    seq: seq[i] as number,
    from: from[i] as number,
    ...tierOf(tiers[i]),
    ...spilledRankOf(spilledRanks[i], rank[i]),
    seen: seen[i] as InSeen,
  }));
}

export interface UncheckedTable extends Omit<PendingTable, 's'> {
  readonly h: Column<number>;
}

export function uncheckedTable(entries: readonly UncheckedEntry[], base: string): UncheckedTable {
  return { ...queueTable(entries, base), h: column(entries.map((entry) => entry.hits)) };
}

export function uncheckedRows(table: UncheckedTable, base: string): UncheckedEntry[] {
  const entries = pendingRows({ ...table, s: table.h }, base);
  return entries.map(({ seen, ...entry }) => ({ ...entry, hits: seen }));
}

function queueTable(entries: readonly Omit<PendingEntry, 'seen'>[], base: string): Omit<PendingTable, 's'> {
  return {
    u: joinUrls(
      entries.map((entry) => entry.url),
      base,
    ),
    r: column(entries.map((entry) => entry.rank)),
    d: column(entries.map((entry) => entry.depth)),
    j: column(entries.map((entry) => entry.hops)),
    ...roleColumn(entries),
    q: deltas(entries.map((entry) => entry.seq)),
    ...(entries.some(({ from }) => from > 0) && { p: column(entries.map(({ from }) => from)) }),
    ...(entries.some(({ tier }) => tier !== undefined) && {
      L: column(entries.map(({ tier = 0 }) => tier)),
    }),
  };
}

function roleColumn(entries: readonly Pick<VisitEntry, 'role'>[]): Pick<PendingTable, 'T'> {
  if (entries.every(({ role }) => role === undefined)) return {};
  return { T: column(entries.map(({ role }) => role ?? null)) };
}

function rolesIn(
  { T }: Pick<PendingTable, 'T'>,
  ranks: readonly number[],
  depths: readonly number[],
  hops: readonly number[],
): readonly (UrlRole | undefined)[] {
  const told = T === undefined ? [] : expand(T, ranks.length);
  return ranks.map((rank, i) => told[i] ?? roleByRank(depths[i] as number, rankOf(rank), hops[i]));
}

function tierOf(tier: number | undefined): Pick<PendingEntry, 'tier'> {
  return tier === undefined || tier === 0 ? {} : { tier };
}

function spilledRankOf(
  spilledRank: number | undefined,
  rank = spilledRank,
): Pick<PendingEntry, 'spilledRank'> {
  return spilledRank === undefined || spilledRank === rank ? {} : { spilledRank };
}

/** Times are relative to the visit's own time, and that to the row before: most are small or equal. */
export interface VisitTable extends PendingTable {
  readonly o: Column<number>;
  /** q: last checked. n: from then to the next visit. f, c: from first seen and from last change to then. */
  readonly n: Column<number | null>;
  readonly f: Column<number>;
  readonly c: Column<number>;
  readonly t: Column<number>;
  readonly m: Column<number | string | null>;
  readonly g: Column<number | string | null>;
  readonly e: Column<string | null>;
  readonly l: Column<string | number | null>;
  readonly a: Column<number | null>;
  readonly x: Column<string | null>;
  readonly k: Column<string | null>;
  readonly v: Column<number | null>;
  /** Media types. Absent: none is known. */
  readonly y?: Column<string | null>;
  /** Absent: none was judged. */
  readonly w?: Column<string | null>;
  /** Change rates. Absent: none is estimated. */
  readonly z?: Column<number | null>;
  /** Linking sites. Absent: there are none, or they are not counted. */
  readonly b?: Column<number | null>;
  /** Absent: none is an orphan. */
  readonly i?: Column<number | null>;
  /** Absent: all send validators. */
  readonly h?: Column<number>;
  /** Absent: none was deleted. */
  readonly D?: Column<string | null>;
}

const kinds = new Map(outcomeKinds.map((kind, index) => [kind, index]));

/** Appends the hashes of all visits to `raw`. */
export function visitTable(entries: readonly VisitEntry[], base: string, raw: Uint8Array[]): VisitTable {
  const visits = entries.map((entry) => entry.visit);
  const of = <T>(value: (visit: Visit) => T) => column(visits.map(value));
  return {
    u: joinUrls(
      visits.map((visit) => visit.url),
      base,
    ),
    r: column(entries.map((entry) => entry.rank)),
    s: column(entries.map((entry) => entry.seen)),
    q: deltas(visits.map((visit) => visit.at)),
    d: of((visit) => visit.depth),
    j: column(entries.map((entry) => entry.hops)),
    ...roleColumn(entries),
    o: of((visit) => kinds.get(visit.outcome) ?? -1),
    n: of((visit) => (visit.next === undefined ? null : visit.next - visit.at)),
    f: of((visit) => visit.at - visit.firstSeen),
    c: of((visit) => visit.at - visit.changedAt),
    t: of((visit) => visit.tries),
    m: packHex(
      visits.map((visit) => visit.md5),
      raw,
    ),
    g: packHex(
      visits.map((visit) => visit.digest),
      raw,
    ),
    e: of((visit) => visit.etag ?? null),
    l: of((visit) => shortDate(visit.lastModified)),
    a: of((visit) => visit.status ?? null),
    x: of((visit) => visit.detail ?? null),
    k: of(shortDocument),
    v: of((visit) => visit.revisions ?? null),
    ...(visits.some(({ mediaType }) => mediaType !== undefined) && {
      y: of((visit) => visit.mediaType ?? null),
    }),
    ...(visits.some(({ judged }) => judged !== undefined) && { w: of((visit) => visit.judged ?? null) }),
    ...(visits.some(({ rate }) => rate !== undefined) && { z: of((visit) => visit.rate ?? null) }),
    ...(visits.some(({ sites }) => sites !== undefined) && { b: of((visit) => visit.sites ?? null) }),
    ...(visits.some(({ orphan }) => orphan !== undefined) && { i: of((visit) => visit.orphan ?? null) }),
    ...(visits.some(({ unconditional }) => unconditional) && {
      h: of((visit) => (visit.unconditional ? 1 : 0)),
    }),
    ...(visits.some(({ deleted }) => deleted !== undefined) && { D: of((visit) => visit.deleted ?? null) }),
  };
}

export function visitRows(table: VisitTable, base: string, raw: RawReader): VisitEntry[] {
  const urls = splitUrls(table.u, base);
  const rows = urls.length;
  const at = sums(table.q, rows);
  const [rank, seen, depth] = [expand(table.r, rows), expand(table.s, rows), expand(table.d, rows)];
  const hops = expand(table.j, rows);
  const roles = rolesIn(table, rank, depth, hops);
  const [outcome, next, first] = [expand(table.o, rows), expand(table.n, rows), expand(table.f, rows)];
  const [changed, tries] = [expand(table.c, rows), expand(table.t, rows)];
  const md5 = unpackHex(table.m, rows, raw);
  const digest = unpackHex(table.g, rows, raw);
  const [etag, modified, status] = [expand(table.e, rows), expand(table.l, rows), expand(table.a, rows)];
  const [detail, document, revisions] = [expand(table.x, rows), expand(table.k, rows), expand(table.v, rows)];
  const types = table.y === undefined ? [] : expand(table.y, rows);
  const judged = table.w === undefined ? [] : expand(table.w, rows);
  const rates = table.z === undefined ? [] : expand(table.z, rows);
  const linking = table.b === undefined ? [] : expand(table.b, rows);
  const orphans = table.i === undefined ? [] : expand(table.i, rows);
  const unconditional = table.h === undefined ? [] : expand(table.h, rows);
  const deletions = table.D === undefined ? [] : expand(table.D, rows);
  return urls.map((url, i) => {
    const kind = outcomeKinds[outcome[i] as number];
    if (kind === undefined) throw corrupt('an outcome is unknown');
    const checked = at[i] as number;
    const visit: { -readonly [key in keyof Visit]: Visit[key] } = {
      url,
      outcome: kind,
      at: checked,
      firstSeen: checked - (first[i] as number),
      changedAt: checked - (changed[i] as number),
      tries: tries[i] as number,
      depth: depth[i] as number,
    };
    const [wait, hash, sum, tag] = [next[i], md5[i], digest[i], etag[i]];
    if (typeof wait === 'number') visit.next = checked + wait;
    if (hash !== undefined) visit.md5 = hash;
    if (sum !== undefined) visit.digest = sum;
    if (typeof tag === 'string') visit.etag = tag;
    const [date, code, why, key, changes] = [modified[i], status[i], detail[i], document[i], revisions[i]];
    if (date !== null && date !== undefined) visit.lastModified = longDate(date);
    if (typeof code === 'number') visit.status = code;
    if (typeof why === 'string') visit.detail = why;
    if (typeof key === 'string') visit.document = longDocument(key, hash, sum);
    if (typeof changes === 'number') visit.revisions = changes;
    const type = types[i];
    if (typeof type === 'string') visit.mediaType = type;
    const judgement = judged[i];
    if (typeof judgement === 'string') visit.judged = judgement;
    const changesADay = rates[i];
    if (typeof changesADay === 'number') visit.rate = changesADay;
    const sites = linking[i];
    if (typeof sites === 'number') visit.sites = sites;
    const orphan = orphans[i];
    if (typeof orphan === 'number') visit.orphan = orphan;
    if (unconditional[i] === 1) visit.unconditional = true;
    const deletion = deletions[i];
    if (typeof deletion === 'string') visit.deleted = deletion;
    const place = { rank: rank[i] as number, hops: hops[i] as number, role: roles[i] };
    return { visit, ...place, seen: seen[i] as InSeen };
  });
}

/** An HTTP date as seconds if it has the form that servers should send; otherwise as received. */
function shortDate(date: string | undefined): string | number | null {
  if (date === undefined) return null;
  const at = Date.parse(date);
  return Number.isFinite(at) && longDate(at / 1_000) === date ? at / 1_000 : date;
}

function longDate(date: string | number): string {
  return typeof date === 'string' ? date : new Date(date * 1_000).toUTCString();
}

const digestDigits = 16;
const md5Mark = '\u0001';
const digestMark = '\u0002';

/** A document's key contains hashes that the row has already: marks replace them. */
function shortDocument(visit: Visit): string | null {
  const { document, md5, digest } = visit;
  if (document === undefined) return null;
  let key = document;
  if (key.includes(md5Mark) || key.includes(digestMark)) return `=${key}`;
  if (digest !== undefined) key = key.replace(digest.slice(0, digestDigits) || digestMark, digestMark);
  if (md5 !== undefined) key = key.replace(md5 || md5Mark, md5Mark);
  return `~${key}`;
}

function longDocument(key: string, md5 = '', digest = ''): string {
  if (key.startsWith('=')) return key.slice(1);
  return key
    .slice(1)
    .replace(md5Mark, () => md5)
    .replace(digestMark, () => digest.slice(0, digestDigits));
}
