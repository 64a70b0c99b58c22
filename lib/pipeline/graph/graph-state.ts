import { WinnowError } from '../../domain/base/error.ts';
import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { GraphStore } from '../../ports/graphs.ts';

/** How far the link graph of a job has been gathered. */
export interface GraphState {
  readonly v: 1;
  /** The names of the parts, in order. */
  readonly chunks: readonly string[];
  /** URLs in the parts; absent: unknown. */
  readonly urls?: number;
  /** Every segment of the link log up to this id is in the parts; absent: none. */
  readonly after?: string;
  /** Later segments that are in the parts. */
  readonly recent: readonly string[];
}

const stateName = 'state.json';
export const emptyState: GraphState = { v: 1, chunks: [], recent: [] };

/**
 * A damaged state counts as none: the graph is gathered anew.
 * @throws WinnowError `newer`
 */
export async function readGraphState(graphs: GraphStore, job: string): Promise<GraphState> {
  const bytes = await graphs.read(job, stateName);
  const state = bytes && readStoredObject<GraphState>(Buffer.from(bytes).toString());
  if (state === undefined || !Array.isArray(state.chunks) || !Array.isArray(state.recent)) return emptyState;
  if (state.v !== 1)
    throw new WinnowError('newer', `the link graph of ${job} has version ${state.v}; this Winnow reads 1`);
  return state;
}

export async function putGraphState(graphs: GraphStore, job: string, state: GraphState): Promise<void> {
  await graphs.put(job, stateName, Buffer.from(JSON.stringify(state)));
}

/** Deletes parts that no state names: those of a gathering that was killed or came second, and what was put together. */
export async function tidyGraph(graphs: GraphStore, job: string, state: GraphState): Promise<void> {
  const used = new Set([stateName, ...state.chunks]);
  const names = await graphs.names(job, tidied);
  await graphs.delete(
    job,
    names.filter((name) => !used.has(name)),
  );
}

/** Parts that are looked at in one call. */
const tidied = 1_000;
