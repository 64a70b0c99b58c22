import { holdOn } from '../domain/control/hold.ts';
import type { Ranking } from '../domain/focus/ranking.ts';
import { decodeLinkLines, type LinkLine } from '../domain/link-segment.ts';
import { isFollowed } from '../domain/link-settings.ts';
import { type LinkSource, sourceOf } from '../domain/link-source.ts';
import type { JobSettings } from '../domain/settings.ts';
import { type CanonicalUrl, hostOf } from '../domain/url.ts';
import type { Again, Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import { admissible, candidateOf, rankingFor } from './candidates.ts';
import { deliverToHost } from './deliver-links.ts';
import { type Found, type FoundCandidate, type RecentLinks, together } from './found-links.ts';
import { type LinkLearner, learnFrom, openLearner, saveLearner, scoreLink } from './link-learning.ts';
import { openLinking } from './linking-sites.ts';
import { presentHops } from './present-hops.ts';
import { sideBySide } from './side-by-side.ts';

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
    deliverToHost(ports, job, { host, found, sites: sitesByHost.get(host) ?? [] }, { name, ranking, again }),
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
