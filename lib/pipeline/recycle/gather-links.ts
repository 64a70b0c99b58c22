import type { LinkLine } from '../../base/links/link-segment.ts';
import { isFollowed } from '../../base/links/link-settings.ts';
import { type LinkSource, sourceOf } from '../../base/links/link-source.ts';
import { presentName } from '../../base/url/present-name.ts';
import { registeredDomain } from '../../base/url/registered-domain.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import type { Ranking } from '../../domain/focus/ranking.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Again, Job } from '../../ports/jobs.ts';
import { admissible, candidateOf } from '../frontier/candidates.ts';
import { type FoundCandidate, type FoundUrl, type RecentLinks, together } from './found-links.ts';
import { type Linking, openLinking } from './linking-sites.ts';
import type { LinkChunk } from './read-links.ts';
import type { RecycleReport, Recycling } from './recycle-report.ts';

/** How far the recycling of a group of segments has come. */
export interface GroupCursor {
  /** The last segment that is done; absent: none is. */
  readonly after?: string;
  /** The segment after it that was begun: the number of its done links, and whether it has to stay open. */
  readonly under?: { readonly id: string; readonly links: number; readonly broken: boolean };
}

export interface GroupOptions {
  readonly recent?: RecentLinks;
  /** A second pass over recycled segments: links that may have been cut off are delivered again. */
  readonly again?: Again;
  /** Only links of these sources; a segment with other links stays open. */
  readonly sources?: ReadonlySet<LinkSource>;
  /** Delivers nothing; reports what would be delivered. */
  readonly dryRun?: boolean;
  /** Monotonic ms after which no further batch is begun. */
  readonly endBy?: number;
  /** Monotonic ms by which a batch has to be delivered; otherwise it counts as not delivered. */
  readonly deadline?: () => number;
  /** Where an earlier run stopped. */
  readonly from?: GroupCursor['under'];
  /** The number of hosts of the first batch. */
  readonly hosts?: number | undefined;
  /** Called after each delivered batch. False: stop. */
  readonly keep?: (place: GroupCursor, batch: BatchReport) => Promise<boolean>;
  /** Called with failures: a segment that cannot be read, a host that cannot be reached. Absent: the first is thrown. */
  readonly onFailure?: (error: unknown) => void;
}

/** The result of one batch. */
export interface BatchReport extends RecycleReport {
  readonly broken: number;
}

/** The state of a group over its batches. */
export interface SegmentGroup {
  readonly ports: Recycling;
  readonly job: Job;
  readonly settings: JobSettings;
  /** The job as `RecentLinks` knows it. */
  readonly remembered: string;
  readonly ranking: Ranking;
  readonly hopsTo: ((line: LinkLine) => Promise<number>) | undefined;
  readonly options: GroupOptions;
  /** Segments that stay open, because links of them are held back or failed. */
  readonly stay: Set<string>;
  readonly broken: Set<string>;
}

/** The links of a batch, each URL once. */
export interface Batch {
  readonly best: Map<CanonicalUrl, FoundUrl>;
  readonly linking: Linking;
  /** The segments with links to a host. */
  readonly segments: Map<HostName, Set<string>>;
  /** Segments that were read to their end. */
  readonly ended: string[];
  readonly missing: Set<string>;
  readonly failures: unknown[];
  links: number;
  heldBack: number;
  read: number;
  last?: LinkChunk;
}

/** The most URLs of a batch, about 50 MB. */
const mostUrls = 100_000;

/** Reads links until the batch is full, or there are no more. */
export async function gatherLinks(
  group: SegmentGroup,
  chunks: AsyncGenerator<LinkChunk>,
  hosts: number,
): Promise<Batch> {
  const batch: Batch = {
    ...{ best: new Map(), linking: openLinking(group.settings), segments: new Map() },
    ...{ ended: [], missing: new Set(), failures: [], links: 0, heldBack: 0, read: 0 },
  };
  while (batch.segments.size < hosts && batch.best.size < mostUrls) {
    const { value: chunk, done } = await chunks.next();
    if (done === true) return batch;
    batch.last = chunk;
    await takeIn(group, batch, chunk);
  }
  return batch;
}

async function takeIn(group: SegmentGroup, batch: Batch, chunk: LinkChunk): Promise<void> {
  const { id, line, isLast } = chunk;
  if (chunk.error !== undefined) {
    batch.failures.push(chunk.error);
    group.broken.add(id);
    group.stay.add(id);
  }
  if (chunk.isMissing) batch.missing.add(id);
  if (line !== undefined) await takeLine(group, batch, line, chunk);
  if (!isLast) return;
  if (chunk.error === undefined && !chunk.isMissing) batch.read += 1;
  batch.ended.push(id);
}

async function takeLine(group: SegmentGroup, batch: Batch, all: LinkLine, chunk: LinkChunk): Promise<void> {
  const { settings, ranking, options, remembered } = group;
  const { again, sources, recent } = options;
  const line = sources === undefined || all.skip ? all : only(all, sources);
  const held = all.links.length - line.links.length;
  batch.links += (chunk.count ?? 0) - held;
  batch.heldBack += held;
  if (held > 0) group.stay.add(chunk.id);
  const sourceHops = group.hopsTo === undefined ? (line.hostHops ?? 0) : await group.hopsTo(line);
  const by = registeredDomain(line.host);
  for (const found of candidatesOf(line, sourceHops, settings, {
    ranking,
    own: again !== undefined,
  })) {
    batch.linking.add(line, found.candidate.url);
    const host = hostOf(found.candidate.url);
    const news = recent === undefined ? found : recent.news(remembered, found, ranking);
    const segments = batch.segments.get(host) ?? new Set();
    batch.segments.set(host, segments.add(chunk.id));
    if (news === undefined) continue;
    const known = batch.best.get(news.candidate.url);
    const unproven = line.unproven === true && known?.unproven !== false;
    batch.best.set(news.candidate.url, {
      ...(known === undefined ? news : together(known, news, ranking)),
      unproven,
      by: known === undefined || known.by === by ? by : undefined,
    });
  }
  // A host whose links are unproven may become proven by a later link.
  const isVisited = ranking.revises && line.unproven !== true && again === undefined;
  if (isVisited && chunk.ends) visited(group, batch, line, sourceHops);
}

/** Drops a visited page from the batch, unless a link makes it nearer. */
function visited(
  { remembered, options }: SegmentGroup,
  { best }: Batch,
  { url, depth }: LinkLine,
  hostHops: number,
): void {
  options.recent?.visited(remembered, { candidate: { url, depth }, hostHops });
  const found = best.get(url);
  if (found && found.candidate.depth >= depth && found.hostHops >= hostHops) best.delete(url);
}

function only(line: LinkLine, sources: ReadonlySet<LinkSource>): LinkLine {
  return { ...line, links: line.links.filter(({ element }) => sources.has(sourceOf(element))) };
}

interface CandidateOptions {
  readonly ranking: Ranking;
  /** Also links to the page's own host, which its body has already. */
  readonly own: boolean;
}

function* candidatesOf(
  line: LinkLine,
  sourceHops: number,
  settings: JobSettings,
  { ranking, own }: CandidateOptions,
): Generator<FoundCandidate> {
  if (line.skip) return;
  for (const link of line.links) {
    if (!isFollowed(settings.links, link.rel)) continue;
    const isOwn = hostOf(link.url) === line.host;
    if (line.ownAdmitted && isOwn && !own) continue;
    // The link may be older than the present steps of `url`; no message may go to a host that is only an alias.
    const url = presentName(settings, link.url);
    const candidate = candidateOf(url === link.url ? link : { ...link, url }, line, ranking);
    const hostHops = sourceHops + (isOwn ? 0 : 1);
    if (admissible(candidate, hostHops, settings)) yield { candidate, hostHops };
  }
}
