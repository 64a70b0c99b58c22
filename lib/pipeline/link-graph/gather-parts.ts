import { decodeLinkLines, type LinkLine } from '../../base/links/link-segment.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import {
  encodeGraphChunk,
  type GatheringSizes,
  openPageGathering,
  type PageGathering,
  pageLinksOf,
} from '../../graph/gathering.ts';
import type { Ports } from '../../ports/ports.ts';
import { pageFit, probabilityOf } from '../../topic/judge.ts';
import type { TopicSettings } from '../../topic/settings.ts';
import { emptyState, type GraphState, putGraphState, readGraphState, tidyGraph } from './graph-state.ts';
import { newSegments, settled } from './new-segments.ts';
import { isDamaged, joinParts } from './stored-parts.ts';

/**
 * How relevant a page is by its line in the link log, 0 to 1: what the line says, or what the score of its topic means.
 * Undefined for a page that no topic filter judged.
 */
function pageRelevance(topic: TopicSettings | undefined): (line: LinkLine) => number | undefined {
  const filter = topic?.filters[0];
  return ({ relevance, score, outcome }) => {
    if (relevance !== undefined || topic === undefined || score === undefined) return relevance;
    const verdict = {
      ...{ relevant: outcome !== 'off-topic', filter: filter?.id ?? '', kind: filter?.kind ?? 'plugin' },
      ...{ score, classes: [] },
    } as const;
    return probabilityOf(pageFit(topic, verdict));
  };
}

export type GatherPorts = Pick<Ports, 'graphs' | 'links' | 'clock' | 'entropy'>;

export interface GatheredParts {
  readonly state: GraphState;
  /** Segments that were read now, and those that could not be. */
  readonly segments: number;
  readonly unreadable: number;
  /** Everything that the link log had when the call began is in the parts. */
  readonly over: boolean;
}

export interface GatherOptions {
  /** Monotonic ms after which no further segment is read. */
  readonly endBy: number;
  /** MB that the graph may take; absent: what the job says. A part takes a fraction of it. */
  readonly memoryMb?: number;
  /** Visits in a part; default 200,000. */
  readonly partVisits?: number;
}

/** A segment is named when it is begun, and is put within this time. Later ones are in no graph. */
const putWithinMs = 1_200_000;
/** Links and bytes of URLs in a part, for each MB of memory. */
const linksPerMb = 2_000;
const bytesPerMb = 2 ** 17;

/**
 * Stores what is new in the link log of a job as parts of its graph. Earlier parts are not read, and no segment is read twice. Each
 * part is stored before the state names it, so a call that is killed loses only what it had not stored. Of two calls side by side
 * the last one counts, and the next call reads again what the other had. What is damaged of a segment is passed over.
 * @throws WinnowError `newer`
 */
export async function gatherParts(
  ports: GatherPorts,
  job: string,
  settings: JobSettings,
  { endBy, memoryMb = settings.links.memory, partVisits: visits = 200_000 }: GatherOptions,
): Promise<GatheredParts> {
  const most = { visits, links: linksPerMb * memoryMb, urlBytes: bytesPerMb * memoryMb };
  let state = await readGraphState(ports.graphs, job);
  const relevanceOf = pageRelevance(settings.topic);
  let gathering = openPageGathering();
  let [segments, unreadable, over] = [0, 0, true];
  const taken = new Set(state.recent);

  async function store(): Promise<void> {
    const name = `part-${String(state.parts.length).padStart(6, '0')}-${ports.entropy.id()}`;
    const sizes = gathering.sizes();
    if (sizes.visits > 0) {
      await ports.graphs.put(job, name, encodeGraphChunk(gathering.chunk()));
      state = { ...state, parts: [...state.parts, { name, ...sizes }] };
    }
    gathering = openPageGathering();
    state = { ...state, ...settled(taken, state.after, ports.clock.now() - putWithinMs) };
    await putGraphState(ports.graphs, job, state);
  }

  for await (const { id, text } of newSegments(ports, job, state.after, taken)) {
    if (ports.clock.monotonic() >= endBy) {
      over = false;
      break;
    }
    taken.add(id);
    segments += 1;
    unreadable += text === undefined ? 1 : addSegment(gathering, text, relevanceOf);
    if (isFull(gathering.sizes(), most)) await store();
  }
  if (segments > 0) await store();
  return { state: await joined(ports, job, state, most), segments, unreadable, over };
}

type MostOfPart = Pick<GatheringSizes, 'visits' | 'links' | 'urlBytes'>;

function isFull(sizes: GatheringSizes, most: MostOfPart): boolean {
  return sizes.visits >= most.visits || sizes.links >= most.links || sizes.urlBytes >= most.urlBytes;
}

/** @returns 1 if the segment could not be read to its end */
function addSegment(
  gathering: PageGathering,
  text: string,
  relevanceOf: ReturnType<typeof pageRelevance>,
): number {
  try {
    for (const line of decodeLinkLines(text)) {
      const page = pageLinksOf(line, relevanceOf);
      if (page !== undefined) gathering.add(page);
    }
    return 0;
  } catch {
    return 1;
  }
}

/** More small parts than this are put together. */
const mostSmall = 40;

/** Puts small parts together where there are many. Where one of them is damaged, all stay as they are, for whoever reads them. */
async function joined(
  { graphs, entropy }: GatherPorts,
  job: string,
  state: GraphState,
  most: MostOfPart,
): Promise<GraphState> {
  const isSmall = (part: GatheringSizes): boolean =>
    2 * part.visits < most.visits && 2 * part.links < most.links && 2 * part.urlBytes < most.urlBytes;
  if (state.parts.filter(isSmall).length <= mostSmall) return state;
  try {
    const parts = await joinParts(graphs, job, state.parts, {
      fits: (sizes) => !isFull(sizes, most),
      nameOf: (place) => `part-${String(place).padStart(6, '0')}-${entropy.id()}`,
    });
    const next = { ...state, parts };
    await putGraphState(graphs, job, next);
    await tidyGraph(graphs, job, next);
    return next;
  } catch (error) {
    if (isDamaged(error)) return state;
    throw error;
  }
}

/** Has the graph gathered anew by the next call. */
export async function forgetParts({ graphs }: Pick<Ports, 'graphs'>, job: string): Promise<void> {
  await putGraphState(graphs, job, emptyState);
  await tidyGraph(graphs, job, emptyState);
}
