import { otherVersion, WinnowError } from '../../../base/error.ts';
import type { Json } from '../../../base/json.ts';
import { type RawReader, takeBytes } from './columns.ts';

/**
 * How a capability stores what it remembers of a host (docs/decisions/0018-state-of-parts.md). The state must bound its own
 * size: the body has some 5 KB for everything.
 */
export interface PartCodec<State extends object> {
  /** The name of the state in the body: no other part has it, and it never changes. */
  readonly name: string;
  /** The version of the form that `encode` returns, from 1. */
  readonly version: number;
  /** The oldest version that `decode` reads; absent: only `version`. */
  readonly oldest?: number;
  empty(): State;
  /** Undefined: there is nothing to store. */
  encode(state: State): Json | undefined;
  /** What does not compress: hashes. Stored beside what `encode` returned. */
  bytesOf?(state: State): Uint8Array;
  /**
   * @param stored what `encode` returned in this version, or in another since the oldest that is read
   * @param bytes what `bytesOf` returned, else none
   */
  decode(stored: Json, bytes: Uint8Array): State;
  /** Called when the body is too large to be stored: drops what can be learnt again. */
  shed?(state: State): void;
}

/** The stored form of a state, and how many of the raw bytes are its own; the states follow each other there as they stand here. */
export type StoredPartState = readonly [version: number, state: Json, bytes?: number];

export type StoredPartStates = Readonly<Record<string, StoredPartState>>;

/** The states of all parts of a host. States that nobody opens are stored again as they are. */
export interface PartStates {
  /** States that were not opened, including those of parts that this version does not have. */
  readonly stored: Map<string, KeptState>;
  readonly opened: Map<string, { readonly codec: PartCodec<object>; readonly state: object }>;
}

interface KeptState {
  readonly version: number;
  readonly state: Json;
  readonly bytes: Uint8Array;
}

/** @param raw its position is at the bytes of the first state */
export function partStates(stored: StoredPartStates = {}, raw?: RawReader): PartStates {
  const kept = Object.entries(stored).map(([name, [version, state, length = 0]]) => {
    // A copy: what was read is not kept.
    const bytes = raw === undefined || length === 0 ? noBytes : Uint8Array.from(takeBytes(raw, length));
    return [name, { version, state, bytes }] as const;
  });
  return { stored: new Map(kept), opened: new Map() };
}

const noBytes = new Uint8Array(0);

/**
 * The state of a part: the caller changes it in place, and it is stored with the body. Always returns the same value.
 * @throws WinnowError `newer` or `older` when another version of the part wrote it
 */
export function stateIn<State extends object>(parts: PartStates, codec: PartCodec<State>): State {
  const { name, version, oldest = version } = codec;
  const opened = parts.opened.get(name);
  if (opened !== undefined) {
    if (opened.codec !== codec) throw new WinnowError('internal', `two parts have the name ${name}`);
    return opened.state as State;
  }
  const kept = parts.stored.get(name);
  if (kept !== undefined && (kept.version > version || kept.version < oldest))
    throw otherVersion(`what a host's body says of ${name}`, kept.version, version);
  const state = kept === undefined ? codec.empty() : codec.decode(kept.state, kept.bytes);
  parts.stored.delete(name);
  parts.opened.set(name, { codec, state });
  return state;
}

/** The stored form of all states, by name; undefined when there is nothing to store. Adds their bytes to `raw`. */
export function storeParts({ stored, opened }: PartStates, raw: Uint8Array[]): StoredPartStates | undefined {
  const all = new Map(stored);
  for (const [name, { codec, state }] of opened) {
    const json = codec.encode(state);
    if (json === undefined) continue;
    all.set(name, { version: codec.version, state: json, bytes: codec.bytesOf?.(state) ?? noBytes });
  }
  if (all.size === 0) return undefined;
  const inOrder = Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
  return Object.fromEntries(
    Object.entries(inOrder).map(([name, { version, state, bytes }]): [string, StoredPartState] => {
      if (bytes.length === 0) return [name, [version, state]];
      raw.push(bytes);
      return [name, [version, state, bytes.length]];
    }),
  );
}

/** Drops from all opened states what can be learnt again. */
export function shedParts({ opened }: PartStates): void {
  for (const { codec, state } of opened.values()) codec.shed?.(state);
}
