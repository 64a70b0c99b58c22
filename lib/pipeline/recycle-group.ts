import { holdOn } from '../domain/control/hold.ts';
import type { Ranking } from '../domain/focus/ranking.ts';
import type { Candidate } from '../domain/link.ts';
import { decodeLinkLines, type LinkLine } from '../domain/link-segment.ts';
import { isFollowed } from '../domain/link-settings.ts';
import { type LinkSource, sourceOf } from '../domain/link-source.ts';
import type { Sites } from '../domain/revisit/popularity.ts';
import type { JobSettings } from '../domain/settings.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../domain/url.ts';
import type { Again, Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import { admissible, candidateOf, rankingFor } from './candidates.ts';
import { deliver } from './deliver.ts';
import { placeOf } from './due-bands.ts';
import { type LinkLearner, learnFrom, openLearner, saveLearner, scoreLink } from './link-learning.ts';
import { type LinkingSites, openLinking } from './linking-sites.ts';
import { presentHops } from './present-hops.ts';
import { sideBySide } from './side-by-side.ts';

/**
 * A bounded memory of delivered URLs. Where relevance orders the frontier it knows as well what all links to a URL make
 * it worth: so its host is told when that has become another (`Ranking.isOther`), and no host is preferred for a page
 * that was visited.
 */
export interface RecentLinks {
  /**
   * What of a link its host is to be told: of a new or nearer one all of it, of others the rank that all links give it
   * that the host does not know of, once they make a difference; undefined when there is nothing to tell.
   */
  news(job: string, found: FoundCandidate, ranking: Ranking): FoundCandidate | undefined;
  /** What a host's inbox surely has. */
  told(job: string, found: FoundCandidate, ranking: Ranking): void;
  /** Of the sites that link to a URL those that its host was not told of; told: it is from now on. */
  newSites(job: string, url: CanonicalUrl, sites: Sites): Sites;
  toldSites(job: string, url: CanonicalUrl, sites: Sites): void;
  /** Links to a page that was visited tell nothing, but that it is nearer. */
  visited(job: string, page: Distance): void;
}

/** How far away a URL was found. */
export interface Distance {
  readonly candidate: Pick<Candidate, 'url' | 'depth'>;
  /** Links from host to host that lead there, at least. */
  readonly hostHops: number;
}

export interface FoundCandidate extends Distance {
  readonly candidate: Candidate;
  /** The rank that it has by all links that are known; absent: that of the candidate. */
  readonly promise?: number;
}

export interface RecycleReport {
  readonly segments: number;
  /** Links read, and of those delivered to a host's inbox. */
  readonly links: number;
  readonly delivered: number;
  readonly hosts: number;
  /** Links of other sources than those that were asked for: they are held back as before. */
  readonly heldBack?: number;
  /** The time was up: more is left to the next run, or to whoever asks again where links are held back. */
  readonly unfinished?: true;
}

export type Recycling = Pick<
  Ports,
  'jobs' | 'commands' | 'links' | 'hosts' | 'segments' | 'domains' | 'due' | 'clock'
>;

const hostsAtOnce = 16;
const segmentsAtOnce = 8;
/** A registered segment whose bytes never came is given up after this: its turn died before its commit. */
const abandonedMs = 3_600_000;
/** Candidates in one inbox item: well under DynamoDB's 400 KB at the longest URLs. */
const maxPerItem = 500;

/** A URL that links lead to, and whether none of them stands on a host in good standing. */
interface Found extends FoundCandidate {
  readonly hearsay: boolean;
}

export interface GroupOptions {
  readonly recent?: RecentLinks;
  /** Segments that were recycled before: what may have been cut off then is delivered again. */
  readonly again?: Again;
  /** Only links of these sources; a segment that has others stays open. */
  readonly sources?: ReadonlySet<LinkSource>;
  /** Deliver nothing: say what would be. */
  readonly dryRun?: boolean;
}

/** Delivers the links of some segments, each URL once. */
export async function recycleGroup(
  ports: Recycling,
  job: Job,
  settings: JobSettings,
  ids: readonly string[],
  { recent, again, sources, dryRun = false }: GroupOptions,
): Promise<RecycleReport> {
  const best = new Map<CanonicalUrl, Found>();
  const ranking = rankingFor(settings);
  const learner = await openLearner(ports, settings);
  const linking = openLinking(settings);
  const done: string[] = [];
  let [read, links, heldBack] = [0, 0, 0];
  // Segments that stay open are read again: what they teach counts then.
  const learns = again === undefined && sources === undefined && !dryRun ? learner : undefined;
  // Links that were refused as too far may be near enough by now.
  const hopsTo = again === undefined ? undefined : presentHops(ports, job, settings);
  /** Links to a page promise nothing once it was visited. */
  function visited({ url, depth }: LinkLine, hostHops: number): void {
    recent?.visited(job.name, { candidate: { url, depth }, hostHops });
    const found = best.get(url);
    if (found && found.candidate.depth >= depth && found.hostHops >= hostHops) best.delete(url);
  }
  for await (const [id, bytes] of segmentsOf(ports, job, ids)) {
    if (bytes === undefined) {
      if (Number(id.slice(0, id.indexOf('-'))) + abandonedMs < ports.clock.now()) done.push(id);
      continue;
    }
    read += 1;
    const heldBefore = heldBack;
    for (const all of decodeLinkLines(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
    )) {
      const line = sources === undefined || all.skip ? all : only(all, sources);
      links += line.links.length;
      heldBack += all.links.length - line.links.length;
      if (learns !== undefined) learnFrom(learns, line);
      const sourceHops = hopsTo === undefined ? (line.hostHops ?? 0) : await hopsTo(line);
      for (const found of candidatesOf(line, sourceHops, settings, ranking, again !== undefined, learner)) {
        linking.add(line, found.candidate.url);
        const news = recent === undefined ? found : recent.news(job.name, found, ranking);
        if (news === undefined) continue;
        const known = best.get(news.candidate.url);
        const hearsay = line.unproven === true && known?.hearsay !== false;
        best.set(news.candidate.url, {
          ...(known === undefined ? news : together(known, news, ranking)),
          hearsay,
        });
      }
      // Where the host of a page is hearsay, links to it may yet vouch for it.
      if (ranking.revises && line.unproven !== true && again === undefined) visited(line, sourceHops);
    }
    if (heldBack === heldBefore) done.push(id);
  }
  const byHost = Map.groupBy(best.values(), ({ candidate }) => hostOf(candidate.url));
  const sites = linking.news((url, some) => recent?.newSites(job.name, url, some) ?? some);
  const sitesByHost = Map.groupBy(sites, ([url]) => hostOf(url));
  for (const host of sitesByHost.keys()) if (!byHost.has(host)) byHost.set(host, []);
  for (const host of job.holds === undefined ? [] : [...byHost.keys()]) {
    if (holdOn(job.holds, host)?.verb === 'block') byHost.delete(host);
  }
  const report = {
    ...{ segments: sources || dryRun ? read : done.length, links, delivered: best.size, hosts: byHost.size },
    ...(heldBack === 0 ? {} : { heldBack }),
  };
  if (dryRun) return report;
  // A segment that stays open is delivered again, beside others: its mail of before may not have been read.
  const name = sources === undefined ? (done.at(-1) ?? '') : `${ids.at(-1)}-${ports.clock.now()}`;
  await sideBySide([...byHost], hostsAtOnce, ([host, found]) =>
    deliverToHost(ports, job, host, name, { found, sites: sitesByHost.get(host) ?? [] }, ranking, again),
  );
  // What is hearsay now may be vouched for later, and is to be delivered again then.
  for (const found of best.values()) if (!found.hearsay) recent?.told(job.name, found, ranking);
  if (learns !== undefined) await saveLearner(ports, job.name, learns);
  for (const [url, some] of sites) recent?.toldSites(job.name, url, some);
  if (done.length > 0 && again === undefined) await ports.links.done(job.name, done);
  return report;
}

function only(line: LinkLine, sources: ReadonlySet<LinkSource>): LinkLine {
  return { ...line, links: line.links.filter(({ element }) => sources.has(sourceOf(element))) };
}

/** A URL that several links lead to: by the better way, with the rank that they give it together. */
function together(known: FoundCandidate, found: FoundCandidate, ranking: Ranking): FoundCandidate {
  const [a, b] = [known.candidate, found.candidate];
  const hostHops = Math.min(known.hostHops, found.hostHops);
  // The memory has added them up already.
  if (found.promise !== undefined) {
    return { ...found, candidate: { ...b, depth: Math.min(a.depth, b.depth) }, hostHops };
  }
  return { candidate: { ...(a.rank <= b.rank ? a : b), rank: ranking.merge(a.rank, b.rank) }, hostHops };
}

/** A few at a time: each may hold all of a large sitemap. */
async function* segmentsOf(
  ports: Pick<Recycling, 'links'>,
  job: Job,
  ids: readonly string[],
): AsyncGenerator<readonly [id: string, bytes: Uint8Array | undefined]> {
  for (let start = 0; start < ids.length; start += segmentsAtOnce) {
    const some = ids.slice(start, start + segmentsAtOnce);
    yield* await Promise.all(some.map(async (id) => [id, await ports.links.read(job.name, id)] as const));
  }
}

function* candidatesOf(
  line: LinkLine,
  sourceHops: number,
  settings: JobSettings,
  ranking: Ranking,
  own: boolean,
  learner: LinkLearner | undefined,
): Generator<FoundCandidate> {
  if (line.skip) return;
  for (const link of line.links) {
    if (!isFollowed(settings.links, link.rel)) continue;
    const isOwn = hostOf(link.url) === line.host;
    if (line.ownAdmitted && isOwn && !own) continue;
    const score = learner && scoreLink(learner, link, line, settings.focus);
    const candidate = candidateOf(score === undefined ? link : { ...link, score }, line, ranking);
    const hostHops = sourceHops + (isOwn ? 0 : 1);
    if (admissible(candidate, hostHops, settings)) yield { candidate, hostHops };
  }
}

async function deliverToHost(
  ports: Recycling,
  job: Job,
  host: HostName,
  segment: string,
  { found, sites }: { readonly found: readonly Found[]; readonly sites: readonly LinkingSites[] },
  ranking: Ranking,
  again: Again | undefined,
): Promise<void> {
  if (again?.overBudgetOnly) {
    const control = await ports.hosts.control({ job: job.name, host });
    if (control?.counters.overBudget === undefined) return;
  }
  const hearsay = found.length > 0 && found.every((one) => one.hearsay);
  const hostHops = Math.min(...found.map((one) => one.hostHops));
  let place = 0;
  for (const batch of batchesOf(found, sites)) {
    const id = again === undefined ? `${segment}-${place}` : `again-${again.id}-${segment}-${place}`;
    place += batch.some.length;
    const promises = batch.some.map(({ candidate, promise = candidate.rank }) => promise);
    const message = {
      candidates: batch.some.map(({ candidate }) => candidate),
      ...(batch.some.length > 0 ? { hostHops } : {}),
      ...(batch.sites.length > 0 ? { sites: batch.sites } : {}),
      ...(hearsay ? { hearsay: true as const } : {}),
      ...(again === undefined ? {} : { again: job.config }),
    };
    const promise = promises.length === 0 ? undefined : Math.min(...promises);
    await deliver(ports, job.name, host, id, message, placeOf(ranking, promise));
  }
}

interface Batch {
  readonly some: readonly Found[];
  readonly sites: readonly LinkingSites[];
}

/** What fits into an inbox item each: URLs with the sites that link to them, then sites of URLs that are no news. */
function* batchesOf(found: readonly Found[], sites: readonly LinkingSites[]): Generator<Batch> {
  const left = new Map(sites);
  for (let start = 0; start < found.length; start += maxPerItem) {
    const some = found.slice(start, start + maxPerItem);
    const theirs = some.flatMap(({ candidate: { url } }): LinkingSites[] => {
      const linking = left.get(url);
      return linking !== undefined && left.delete(url) ? [[url, linking]] : [];
    });
    yield { some, sites: theirs };
  }
  const rest = [...left];
  for (let start = 0; start < rest.length; start += maxPerItem)
    yield { some: [], sites: rest.slice(start, start + maxPerItem) };
}
