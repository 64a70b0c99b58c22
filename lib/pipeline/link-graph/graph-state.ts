import { otherVersion } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { GatheringSizes } from '../../graph/gathering.ts';
import type { GraphStore } from '../../ports/graphs.ts';

/** How far the link graph of a job has been gathered. */
export interface GraphState {
  readonly v: 2;
  /** In order. */
  readonly parts: readonly GraphPart[];
  /** Every segment of the link log up to this id is in the parts; absent: none. */
  readonly after?: string;
  /** Later segments that are in the parts. */
  readonly recent: readonly string[];
}

/** A part of a graph, with the numbers of what it has; a URL counts in each part. */
export interface GraphPart extends GatheringSizes {
  readonly name: string;
}

const version = 2;
const stateName = 'state.json';
export const emptyState: GraphState = { v: version, parts: [], recent: [] };

/**
 * A state that is damaged, or of an earlier version, counts as none: the graph is gathered anew.
 * @throws WinnowError `newer`
 */
export async function readGraphState(graphs: GraphStore, job: string): Promise<GraphState> {
  const bytes = await graphs.read(job, stateName);
  const state = bytes && readStoredObject<GraphState>(Buffer.from(bytes).toString());
  if (state !== undefined && Number(state.v) > version)
    throw otherVersion(`the link graph of ${job}`, state.v, version);
  const isWhole = state?.v === version && Array.isArray(state.parts) && Array.isArray(state.recent);
  return isWhole ? state : emptyState;
}

export async function putGraphState(graphs: GraphStore, job: string, state: GraphState): Promise<void> {
  await graphs.put(job, stateName, Buffer.from(JSON.stringify(state)));
}

/** Sums of what parts have. */
export function sizesOf(parts: readonly GatheringSizes[]): GatheringSizes {
  const sum = (key: keyof GatheringSizes): number => parts.reduce((total, part) => total + part[key], 0);
  return { urls: sum('urls'), urlBytes: sum('urlBytes'), visits: sum('visits'), links: sum('links') };
}

/** Deletes parts that no state names: those of a gathering that was killed or came second, and what was put together. */
export async function tidyGraph(graphs: GraphStore, job: string, state: GraphState): Promise<void> {
  const used = new Set([stateName, ...state.parts.map(({ name }) => name)]);
  const names = await graphs.names(job, tidied);
  await graphs.delete(
    job,
    names.filter((name) => name.startsWith('part-') && !used.has(name)),
  );
}

/** Parts that are looked at in one call. */
const tidied = 1_000;
