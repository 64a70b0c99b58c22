import { WinnowError } from '../../base/error.ts';
import type { Json } from '../../base/json.ts';

/**
 * How a capability stores what it remembers of a host (docs/decisions/0018-state-of-parts.md). The state must bound its own
 * size: the body has some 5 KB for everything.
 */
export interface PartCodec<State extends object> {
  /** The name of the state in the body: no other part has it, and it never changes. */
  readonly name: string;
  /** The version of the form that `encode` returns, from 1. */
  readonly version: number;
  empty(): State;
  /** Undefined: there is nothing to store. */
  encode(state: State): Json | undefined;
  /** @param stored what `encode` returned in this version or an earlier one */
  decode(stored: Json, version: number): State;
  /** Called when the body is too large to be stored: drops what can be learnt again. */
  shed?(state: State): void;
}

/** The stored form of a state. */
export type StoredPartState = readonly [version: number, state: Json];

export type StoredPartStates = Readonly<Record<string, StoredPartState>>;

/** The states of all parts of a host. States that nobody opens are stored again as they are. */
export interface PartStates {
  /** States that were not opened, including those of parts that this version does not have. */
  readonly stored: Map<string, StoredPartState>;
  readonly opened: Map<string, OpenedPart>;
}

interface OpenedPart {
  readonly codec: PartCodec<object>;
  readonly state: object;
}

export function partStates(stored: StoredPartStates = {}): PartStates {
  return { stored: new Map(Object.entries(stored)), opened: new Map() };
}

/**
 * The state of a part: the caller changes it in place, and it is stored with the body. Always returns the same value.
 * @throws WinnowError `newer` when a newer version of the part wrote it
 */
export function stateIn<State extends object>(parts: PartStates, codec: PartCodec<State>): State {
  const { name, version } = codec;
  const opened = parts.opened.get(name);
  if (opened !== undefined) {
    if (opened.codec !== codec) throw new WinnowError('internal', `two parts have the name ${name}`);
    return opened.state as State;
  }
  const [storedVersion, stored] = parts.stored.get(name) ?? [];
  if (storedVersion !== undefined && storedVersion > version) {
    throw new WinnowError(
      'newer',
      `what a host's body says of ${name} has version ${storedVersion}, this program reads up to ${version}`,
    );
  }
  const state = stored === undefined ? codec.empty() : codec.decode(stored, storedVersion ?? version);
  parts.stored.delete(name);
  parts.opened.set(name, { codec, state });
  return state;
}

/** The stored form of all states, by name; undefined when there is nothing to store. */
export function storeParts({ stored, opened }: PartStates): StoredPartStates | undefined {
  const all = new Map(stored);
  for (const [name, { codec, state }] of opened) {
    const json = codec.encode(state);
    if (json !== undefined) all.set(name, [codec.version, json]);
  }
  if (all.size === 0) return undefined;
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Drops from all opened states what can be learnt again. */
export function shedParts({ opened }: PartStates): void {
  for (const { codec, state } of opened.values()) codec.shed?.(state);
}
