import { defined } from '../../domain/base/defined.ts';
import { memorySpace } from '../../domain/graph/columns/column.ts';
import { openUrlNumbering } from '../../domain/graph/columns/number-urls.ts';
import {
  type GatheringSizes,
  type GraphChunk,
  openPageGathering,
  type PageGathering,
} from '../../domain/graph/page-columns.ts';
import { openWebBuilding } from '../../domain/graph/web-building.ts';
import type { WebGraph } from '../../domain/graph/web-graph.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { GraphSpace } from '../../ports/graphs.ts';
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
}

/** What was gathered of a graph, and the graph unless that has to wait, or it is too large. */
export interface OpenedGraph extends Omit<GatheredParts, 'state'> {
  readonly web?: WebGraph;
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
  const { memoryMb = settings.links.memory, mostUrls = Number.POSITIVE_INFINITY } = options;
  for (;;) {
    const { state, ...gathered } = await gatherParts(ports, job, settings, options);
    if (!gathered.over) return await use(gathered);
    const isLarge = neededMb(sizesOf(state.parts)) > memoryMb;
    const files = isLarge ? ports.graphs.space(job, memoryMb) : undefined;
    try {
      const web = await unlessDamaged(readWeb(ports, job, state.parts, { files, mostUrls }));
      if (web !== 'damaged') return await use({ ...gathered, ...defined({ web }) });
    } finally {
      files?.close();
    }
    await forgetParts(ports, job);
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

/** Reads each part three times: one is in memory at a time. Undefined: the graph has more URLs than it may. */
async function readWeb(
  { graphs }: GatherPorts,
  job: string,
  parts: readonly GraphPart[],
  { files, mostUrls }: { readonly files: GraphSpace | undefined; readonly mostUrls: number },
): Promise<WebGraph | undefined> {
  if (parts.some(({ urls }) => urls > mostUrls)) return undefined;
  const space = files ?? memorySpace;
  const numbering = openUrlNumbering(space, sizesOf(parts));
  for (const { name } of parts) numbering.add((await readPart(graphs, job, name)).urls);
  const { size, numbers, urls } = numbering.finish();
  if (size > mostUrls) return undefined;
  const building = openWebBuilding(size, space);
  await eachPart((part, own) => {
    urls.add(part.urls, own);
    building.addPages({ ...part, numbers: own });
  });
  await eachPart((part, own) => building.addLinks({ ...part, numbers: own }));
  numbers.drop?.();
  return building.finish(urls.finish());

  async function eachPart(take: (part: GraphChunk, own: Uint32Array) => void): Promise<void> {
    let from = 0;
    for (const { name, urls: count } of parts) {
      take(await readPart(graphs, job, name), numbers.subarray(from, from + count));
      from += count;
    }
  }
}

/** All visits of a graph in memory, and the URLs. */
export interface GatheredWhole {
  readonly gathering: PageGathering;
  readonly over: boolean;
}

/** Adds what is new in the link log to the graph of a job and returns all of it. Takes memory for all. */
export async function gatherWhole(
  ports: GatherPorts,
  job: string,
  settings: JobSettings,
  options: GatherOptions,
): Promise<GatheredWhole> {
  for (;;) {
    const { state, over } = await gatherParts(ports, job, settings, options);
    const gathering = openPageGathering();
    const reading = async (): Promise<void> => {
      for (const { name } of state.parts) gathering.addChunk(await readPart(ports.graphs, job, name));
    };
    if ((await unlessDamaged(reading())) !== 'damaged') return { gathering, over };
    await forgetParts(ports, job);
  }
}
