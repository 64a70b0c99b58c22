import { WinnowError } from '../../../base/error.ts';
import type { Fingerprint } from '../../../base/url/fingerprint.ts';
import type { HostName } from '../../../base/url/url.ts';
import type { BodyLimits } from '../limits.ts';
import { noOrder } from '../order.ts';
import { corrupt, pack, unpack } from './codec.ts';
import { type Column, column, expand, type RawReader, takeHex } from './columns.ts';
import { dropMadeUp, type EarlierHead, partsOfEarlier } from './earlier-head.ts';
import { partStates, type StoredPartStates, storeParts } from './part-states.ts';
import type { PendingTable, UncheckedTable, VisitTable } from './rows.ts';
import { pendingRows, pendingTable, uncheckedRows, uncheckedTable, visitRows, visitTable } from './rows.ts';
import { type StoredRuns, segmentsOf, storeRuns, unstoreRuns } from './run-refs.ts';
import type { HostBody, Totals } from './state.ts';

/**
 * First byte of a stored body. A reader refuses later versions and reads earlier ones. Version 2 has held URLs and runs of
 * them: a reader that did not know these would delete their segments. Version 3 has states of parts: a reader that did
 * not know these would lose them. Version 4 has the accounts of traps among these: a reader that looked for them
 * elsewhere would begin anew. Version 5 has yields in their place, whose ids of sources are others.
 */
const bodyVersion = 5;
const oldestVersion = 1;

/** The JSON of a stored body; `docs/formats/host-body.md` explains it. */
interface StoredHead {
  readonly turn: number;
  /** Host hops; absent: none. */
  readonly hops?: number;
  readonly remark: number | null;
  readonly totals: Totals;
  readonly arrivals: number;
  readonly streak: number;
  readonly pending?: PendingTable;
  readonly visits?: VisitTable;
  readonly unchecked?: UncheckedTable;
  readonly runs?: StoredRuns;
  /** States of the recently linked URLs; their fingerprints are in the raw bytes. */
  readonly ring?: readonly [number, Column<number>];
  /** The rest of the marks of stale pending URLs and visits; their fingerprints are in the raw bytes. */
  readonly stale?: readonly [readonly string[], readonly string[]];
  readonly held?: PendingTable;
  /** The key of the order under which `held` was checked last; whether spilled held URLs may go. */
  readonly sift?: readonly [string, boolean];
  /** The state of each part, with the version of its form. */
  readonly parts?: StoredPartStates;
}

export function emptyBody(host: HostName, fingerprintKey: string, limits: BodyLimits): HostBody {
  return {
    turn: 0,
    outbox: undefined,
    hostHops: undefined,
    dueBefore: undefined,
    totals: { outcomes: {}, bytes: 0, unsupported: {} },
    fingerprintKey,
    limits,
    base: `https://${host}`,
    pending: new Map(),
    held: new Map(),
    visits: new Map(),
    unchecked: new Map(),
    inProgress: new Map(),
    ring: new Map(),
    stalePending: new Set(),
    staleVisits: new Set(),
    seenRuns: [],
    pendingRuns: [],
    visitRuns: [],
    uncheckedRuns: [],
    heldRuns: [],
    mergeRanks: Math.min,
    revisitShare: undefined,
    order: noOrder,
    heldKey: '',
    siftedAt: 0,
    thaw: false,
    arrivals: 0,
    streak: 0,
    named: [],
    parts: partStates(),
  };
}

export function encodeHead(body: HostBody): Uint8Array {
  const { turn, totals, base, arrivals, streak } = body;
  const raw: Uint8Array[] = [];
  const runs = storeRuns(body);
  const stale = [body.stalePending, body.staleVisits].map((marks) =>
    [...marks].map((mark) => mark.split(':')),
  );
  const head: StoredHead = {
    ...{ turn, remark: body.dueBefore ?? null, totals, arrivals, streak },
    ...(body.hostHops !== undefined && body.hostHops > 0 && { hops: body.hostHops }),
    ...(body.pending.size > 0 && { pending: pendingTable([...body.pending.values()], base) }),
    ...(body.visits.size > 0 && { visits: visitTable([...body.visits.values()], base, raw) }),
    ...(body.unchecked.size > 0 && { unchecked: uncheckedTable([...body.unchecked.values()], base) }),
    ...(runs !== undefined && { runs }),
    ...(body.ring.size > 0 && { ring: [body.ring.size, column([...body.ring.values()])] }),
    ...(stale.some((marks) => marks.length > 0) && {
      stale: stale.map((marks) => marks.map(([, key]) => key ?? '')) as [string[], string[]],
    }),
    ...(body.held.size > 0 && { held: pendingTable([...body.held.values()], base) }),
    ...(body.heldKey !== '' && { sift: [body.heldKey, body.thaw] }),
  };
  for (const seen of body.ring.keys()) raw.push(Buffer.from(seen, 'hex'));
  for (const [seen] of stale.flat()) raw.push(Buffer.from(seen ?? '', 'hex'));
  const parts = storeParts(body.parts, raw);
  return pack({ ...head, ...(parts !== undefined && { parts }) }, Buffer.concat(raw));
}

/** Bytes in front of the head: the version, and the length of the head. */
const preamble = 5;

/** A stored body: the head, and apart from it the outbox, which no spill makes smaller. */
export function withOutbox(head: Uint8Array, outbox: unknown): Uint8Array {
  const front = Buffer.alloc(preamble);
  front.writeUInt8(bodyVersion);
  front.writeUInt32BE(head.length, 1);
  return Buffer.concat([front, head, pack(outbox ?? null, new Uint8Array(0))]);
}

/**
 * Reads a stored body into an empty one.
 * @throws WinnowError `newer`, `corrupt`
 */
export function decodeHead(bytes: Uint8Array, body: HostBody): void {
  const version = bytes[0];
  if (version !== undefined && version > bodyVersion) {
    throw new WinnowError(
      'newer',
      `a host's body has format ${version}, this program reads up to ${bodyVersion}`,
    );
  }
  if (version === undefined || version < oldestVersion) throw corrupt('version');
  if (bytes.length < preamble) throw corrupt('length');
  const end = preamble + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
  const { value, raw } = unpack(bytes.subarray(preamble, end));
  body.outbox = unpack(bytes.subarray(end)).value ?? undefined;
  const head = value as StoredHead;
  const { base } = body;
  const { turn, totals, arrivals, streak } = head;
  Object.assign(body, { turn, totals, arrivals, streak });
  body.dueBefore = head.remark ?? undefined;
  body.hostHops = head.hops ?? 0;
  const reader: RawReader = { bytes: raw, at: 0 };
  if (head.pending) for (const entry of pendingRows(head.pending, base)) body.pending.set(entry.url, entry);
  if (head.held) for (const entry of pendingRows(head.held, base)) body.held.set(entry.url, entry);
  if (head.visits) {
    for (const entry of visitRows(head.visits, base, reader)) body.visits.set(entry.visit.url, entry);
  }
  if (head.unchecked) {
    for (const entry of uncheckedRows(head.unchecked, base)) body.unchecked.set(entry.url, entry);
  }
  if (head.runs) Object.assign(body, unstoreRuns(head.runs));
  body.named = segmentsOf(body);
  if (head.ring) {
    for (const state of expand(head.ring[1], head.ring[0]))
      body.ring.set(takeHex(reader, 8) as Fingerprint, state);
  }
  const [pending, visits] = head.stale ?? [[], []];
  for (const rank of pending) body.stalePending.add(`${takeHex(reader, 8)}:${rank}`);
  for (const times of visits) body.staleVisits.add(`${takeHex(reader, 8)}:${times}`);
  if (version < bodyVersion) dropMadeUp(body);
  body.parts =
    version < bodyVersion
      ? partsOfEarlier(version, value as EarlierHead, reader)
      : partStates(head.parts, reader);
  [body.heldKey, body.thaw] = head.sift ?? ['', false];
}
