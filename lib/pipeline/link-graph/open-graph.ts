import { defined } from '../../base/defined.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { GatheringSizes, GraphChunk } from '../../graph/gathering.ts';
import {
  type ColumnSpace,
  memorySpace,
  openUrlNumbering,
  openWebBuilding,
  type VisitColumns,
  type WebGraph,
} from '../../graph/web-graph.ts';
import type { GraphStore } from '../../ports/graphs.ts';
import type { Ports } from '../../ports/ports.ts';
import {
  forgetParts,
  type GatheredParts,
  type GatherOptions,
  type GatherPorts,
  gatherParts,
} from './gather-parts.ts';
import { type GraphPart, sizesOf } from './graph-state.ts';
import { isDamaged, readPart } from './stored-parts.ts';

export interface GraphOptions extends GatherOptions {
  /** URLs that there is room for, about; absent: any number. */
  readonly mostUrls?: number;
  /** Whether all visits are lent, beside the graph that is made of the last ones. */
  readonly keepsVisits?: boolean;
}

/** A graph; neither it nor its visits if it has more URLs than it may. */
export interface LentGraph {
  readonly web?: WebGraph;
  /** As far as they are kept. */
  readonly visits?: VisitColumns;
}

/** What was gathered of a graph, and the graph unless that has to wait. */
export interface OpenedGraph extends Omit<GatheredParts, 'state'>, LentGraph {
  readonly parts: readonly GraphPart[];
}

/**
 * Adds what is new in the link log of a job to its link graph, and lends all of it to `use`. A graph that would take more memory
 * than it may is read and analysed from temporary files, in which it has the same numbers. A damaged one is gathered anew.
 * @throws WinnowError `newer`; `full` when there is no room for temporary files
 */
export async function withGraph<T>(
  ports: GatherPorts,
  job: string,
  settings: JobSettings,
  options: GraphOptions,
  use: (opened: OpenedGraph) => T | Promise<T>,
): Promise<T> {
  for (;;) {
    const { state, ...gathered } = await gatherParts(ports, job, settings, options);
    const { parts } = state;
    if (!gathered.over) return await use({ ...gathered, parts });
    const memoryMb = options.memoryMb ?? settings.links.memory;
    const lent = await withParts(ports, job, { ...options, parts, memoryMb }, (some) =>
      use({ ...gathered, parts, ...some }),
    );
    if (lent !== undefined) return lent.result;
    await forgetParts(ports, job);
  }
}

export interface LendOptions extends Pick<GraphOptions, 'mostUrls' | 'keepsVisits'> {
  readonly parts: readonly GraphPart[];
  readonly memoryMb: number;
}

/**
 * Lends the graph of some of the parts of a job, as `withGraph` does.
 * @returns undefined if a part is missing or damaged
 */
export async function withParts<T>(
  { graphs }: Pick<Ports, 'graphs'>,
  job: string,
  options: LendOptions,
  use: (lent: LentGraph) => T | Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const { parts, memoryMb } = options;
  const isLarge = neededMb(sizesOf(parts)) > memoryMb;
  const files = isLarge ? graphs.space(job, memoryMb) : undefined;
  try {
    const lent = await unlessDamaged(readWeb(graphs, job, options, files ?? memorySpace));
    return lent === 'damaged' ? undefined : { result: await use(lent) };
  } finally {
    files?.close();
  }
}

/** Bytes that an analysis takes for each link, and for each URL of each part (bench/results/graph.md). */
const bytesPerLink = 60;
const bytesPerUrl = 80;

function neededMb({ links, urls }: GatheringSizes): number {
  return (bytesPerLink * links + bytesPerUrl * urls) / 2 ** 20;
}

async function unlessDamaged<T>(reading: Promise<T>): Promise<T | 'damaged'> {
  try {
    return await reading;
  } catch (error) {
    if (isDamaged(error)) return 'damaged';
    throw error;
  }
}

/** Reads each part three times: one is in memory at a time. Nothing is lent if the graph has more URLs than it may. */
async function readWeb(
  graphs: GraphStore,
  job: string,
  { parts, mostUrls = Number.POSITIVE_INFINITY, keepsVisits = false }: LendOptions,
  space: ColumnSpace,
): Promise<LentGraph> {
  if (parts.some(({ urls }) => urls > mostUrls)) return {};
  const numbering = openUrlNumbering(space, sizesOf(parts));
  for (const { name } of parts) numbering.add((await readPart(graphs, job, name)).urls);
  const { size, numbers, urls } = numbering.finish();
  if (size > mostUrls) return {};
  const building = openWebBuilding(size, { space, keepsVisits });
  await eachPart((part, own) => {
    urls.add(part.urls, own);
    building.addPages({ ...part, numbers: own });
  });
  await eachPart((part, own) => building.addLinks({ ...part, numbers: own }));
  numbers.drop?.();
  return { web: building.finish(urls.finish()), ...defined({ visits: building.visits() }) };

  async function eachPart(take: (part: GraphChunk, own: Uint32Array) => void): Promise<void> {
    let from = 0;
    for (const { name, urls: count } of parts) {
      take(await readPart(graphs, job, name), numbers.subarray(from, from + count));
      from += count;
    }
  }
}
