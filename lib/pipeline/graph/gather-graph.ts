import { WinnowError } from '../../domain/base/error.ts';
import { decodeGraphChunk, encodeGraphChunk } from '../../domain/graph/graph-chunk.ts';
import { openPageGathering, type PageGathering } from '../../domain/graph/page-columns.ts';
import { pageLinksOf } from '../../domain/graph/page-links.ts';
import { decodeLinkLines } from '../../domain/links/link-segment.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { emptyState, type GraphState, putGraphState, readGraphState, tidyGraph } from './graph-state.ts';
import { pageRelevance } from './page-relevance.ts';

export type GatherPorts = Pick<Ports, 'graphs' | 'links' | 'clock' | 'entropy'>;

export interface GatheredGraph {
  readonly gathering: PageGathering;
  /** Segments that were read now, and those that could not be. */
  readonly segments: number;
  readonly unreadable: number;
  /** Everything that the link log had when the call began has been gathered. */
  readonly over: boolean;
  /** The graph has more URLs than it may: it has not been read, or not been added to any more. */
  readonly isTooLarge: boolean;
}

export interface GatherOptions {
  /** Monotonic ms after which no further segment is read. */
  readonly endBy: number;
  /** URLs that there is room for, about; absent: any number. */
  readonly mostUrls?: number;
  /** Visits in a part; default 200,000. */
  readonly chunkVisits?: number;
}

/** Segments per page of the listing, and read side by side. */
const listed = 200;
const readAtOnce = 8;
/** A segment is named when it is begun, and is put within this time. Later ones are in no graph. */
const putWithinMs = 1_200_000;
/** More parts are put together to one. */
const maxChunks = 40;

/**
 * Adds what is new in the link log of a job to its link graph and returns all of it. Each part is stored before the state
 * names it, so a call that is killed loses only what it had not stored. Of two calls side by side the last one counts, and
 * the next call reads again what the other had. What is damaged of a segment is passed over; a damaged graph is gathered anew.
 * @throws WinnowError `newer`
 */
export async function gatherGraph(
  ports: GatherPorts,
  job: string,
  settings: JobSettings,
  { endBy, mostUrls = Number.POSITIVE_INFINITY, chunkVisits = 200_000 }: GatherOptions,
): Promise<GatheredGraph> {
  let state = await readGraphState(ports.graphs, job);
  if ((state.urls ?? 0) > mostUrls)
    return { gathering: openPageGathering(), segments: 0, unreadable: 0, over: false, isTooLarge: true };
  const before = await storedGathering(ports, job, state);
  if (before === undefined) state = emptyState;
  const gathering = before ?? openPageGathering();
  const relevanceOf = pageRelevance(settings.topic);
  let stored = gathering.mark();
  let [segments, unreadable, over, isTooLarge] = [0, 0, true, false];
  const taken = new Set(state.recent);

  async function store(): Promise<void> {
    const name = `part-${String(state.chunks.length).padStart(6, '0')}-${ports.entropy.id()}`;
    if (gathering.mark().visits > stored.visits) {
      await ports.graphs.put(job, name, encodeGraphChunk(gathering.since(stored)));
      state = { ...state, chunks: [...state.chunks, name] };
    }
    stored = gathering.mark();
    const urls = gathering.urls.size();
    state = { ...state, urls, ...settled(taken, state.after, ports.clock.now() - putWithinMs) };
    await putGraphState(ports.graphs, job, state);
  }

  for await (const id of newSegments(ports, job, state.after, taken)) {
    isTooLarge = gathering.urls.size() > mostUrls;
    if (isTooLarge || ports.clock.monotonic() >= endBy) {
      over = false;
      break;
    }
    taken.add(id.id);
    segments += 1;
    if (id.text === undefined) unreadable += 1;
    else unreadable += addSegment(gathering, id.text, relevanceOf);
    if (gathering.mark().visits - stored.visits >= chunkVisits) await store();
  }
  if (segments > 0) await store();
  if (state.chunks.length > maxChunks) await putTogether(ports, job, state, gathering);
  return { gathering, segments, unreadable, over, isTooLarge };
}

/** Undefined if a part is missing or damaged: then the graph is gathered anew. */
async function storedGathering(
  { graphs }: GatherPorts,
  job: string,
  state: GraphState,
): Promise<PageGathering | undefined> {
  const gathering = openPageGathering();
  for (const name of state.chunks) {
    const bytes = await graphs.read(job, name);
    if (bytes === undefined) return undefined;
    try {
      gathering.addChunk(decodeGraphChunk(bytes));
    } catch (error) {
      if (error instanceof WinnowError && error.code === 'corrupt') return undefined;
      throw error;
    }
  }
  return gathering;
}

interface Segment {
  readonly id: string;
  /** Undefined: it is gone. */
  readonly text: string | undefined;
}

/** The segments that are not in `taken`, in order. */
async function* newSegments(
  { links }: GatherPorts,
  job: string,
  from: string | undefined,
  taken: ReadonlySet<string>,
): AsyncGenerator<Segment> {
  for (let after = from; ; ) {
    const ids = await links.kept(job, listed, after);
    const fresh = ids.filter((id) => !taken.has(id));
    for (let start = 0; start < fresh.length; start += readAtOnce)
      yield* await Promise.all(
        fresh.slice(start, start + readAtOnce).map((id) => readSegment(links, job, id)),
      );
    after = ids.at(-1);
    if (ids.length < listed) return;
  }
}

async function readSegment(links: GatherPorts['links'], job: string, id: string): Promise<Segment> {
  const bytes = await links.read(job, id);
  return { id, text: bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() };
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

/** What the state says of segments that were taken: older ones by the last id, later ones each. */
function settled(
  taken: Set<string>,
  after: string | undefined,
  before: number,
): Pick<GraphState, 'after' | 'recent'> {
  const limit = String(Math.max(0, before)).padStart(14, '0');
  const sorted = [...taken].sort();
  const old = sorted.filter((id) => id < limit);
  const last = old.at(-1) ?? after;
  return { ...(last === undefined ? {} : { after: last }), recent: sorted.slice(old.length) };
}

async function putTogether(
  ports: GatherPorts,
  job: string,
  state: GraphState,
  gathering: PageGathering,
): Promise<void> {
  const name = `part-000000-${ports.entropy.id()}`;
  const all = gathering.since({ urls: 0, names: 0, visits: 0, links: 0 });
  await ports.graphs.put(job, name, encodeGraphChunk(all));
  const whole = { ...state, chunks: [name] };
  await putGraphState(ports.graphs, job, whole);
  await tidyGraph(ports.graphs, job, whole);
}
