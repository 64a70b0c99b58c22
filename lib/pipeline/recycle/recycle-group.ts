import { defined } from '../../base/defined.ts';
import type { LinkLine } from '../../base/links/link-segment.ts';
import type { Unwanted } from '../../base/links/skim-link-lines.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { rankingFor } from '../frontier/candidates.ts';
import { deliverToHost } from './deliver-links.ts';
import type { FoundUrl } from './found-links.ts';
import {
  type Batch,
  type GroupCursor,
  type GroupOptions,
  gatherLinks,
  type SegmentGroup,
} from './gather-links.ts';
import { countsSites, type LinkingSites } from './linking-sites.ts';
import { presentHops } from './present-hops.ts';
import { readLinks } from './read-links.ts';
import { type RecycleReport, type Recycling, sum } from './recycle-report.ts';

/**
 * The links of a line that cannot bring a host any news: all of a page whose links are skipped, those that the page's host
 * has admitted already, and anchors with a URL that was delivered, at most as deep. Undefined: every link is looked at.
 */
function unwantedBy({
  remembered,
  settings,
  ranking,
  options,
}: SegmentGroup): ((line: LinkLine) => Unwanted) | undefined {
  const { again, sources, recent } = options;
  if (again !== undefined || sources !== undefined) return undefined;
  // Where ranks are revised or sites are counted, every further link to a URL may be news.
  const memory = ranking.revises || countsSites(settings) ? undefined : recent;
  return (line) => {
    if (line.skip) return { all: true };
    // Links to the page's own host bring it no nearer to a seed than the page itself.
    if (!line.ownAdmitted) return {};
    const hostHops = (line.hostHops ?? 0) + 1;
    const isKnown = (url: CanonicalUrl): boolean =>
      memory?.news(remembered, { candidate: { url, depth: line.depth + 1, rank: 0 }, hostHops }, ranking) ===
      undefined;
    return { host: line.host, ...defined({ isKnown: memory && isKnown }) };
  };
}

export interface GroupReport extends RecycleReport {
  /** How many hosts a batch should have, after it took too long with more. */
  readonly slow?: number;
}

const hostsAtOnce = 16;
/** A registered segment without bytes is given up after this time: its turn died before the commit. */
const abandonedMs = 3_600_000;
/**
 * The number of hosts of a batch, some thousand writes. It grows while batches are fast, because a host in several batches
 * gets a message from each.
 */
const [firstHosts, mostHosts, leastHosts] = [2_000, 32_000, 16];
/** A batch is fast below this time: one of twice the size must fit into its lease. */
const fastMs = 8_000;

/**
 * Delivers the links of some segments, each URL once per batch. A batch is bounded in hosts, URLs and time. `keep` stores
 * the position after each batch, also within a segment, so that no other run repeats it. A failure keeps the segments
 * concerned open, and no others.
 */
export async function recycleGroup(
  ports: Recycling,
  job: Job,
  settings: JobSettings,
  ids: readonly string[],
  options: GroupOptions,
): Promise<GroupReport> {
  const { clock } = ports;
  const { endBy = Number.POSITIVE_INFINITY, from } = options;
  const group: SegmentGroup = {
    ...{ ports, job, settings, options },
    // URLs were delivered as the steps of `url` then were.
    remembered: `${job.name} ${job.config}`,
    ranking: rankingFor(settings),
    // Links that were refused as too far may be near enough now.
    hopsTo: options.again === undefined ? undefined : presentHops(ports, job, settings),
    stay: new Set(from?.broken ? [from.id] : []),
    broken: new Set(from?.broken ? [from.id] : []),
  };
  const chunks = readLinks(ports, job.name, ids, { from, unwanted: unwantedBy(group) });
  const failures: unknown[] = [];
  let total: RecycleReport = { segments: 0, links: 0, delivered: 0, hosts: 0 };
  let hosts = options.hosts ?? firstHosts;
  let after: string | undefined;
  for (;;) {
    if (clock.monotonic() >= endBy) return { ...total, unfinished: true };
    const began = clock.monotonic();
    const batch = await gatherLinks(group, chunks, hosts);
    if (batch.last === undefined) break;
    const report = await deliverBatch(group, batch);
    if (report === 'late')
      return { ...total, unfinished: true, slow: Math.max(leastHosts, Math.floor(hosts / 2)) };
    total = sum(total, report);
    failures.push(...batch.failures.slice(0, 1));
    for (const error of batch.failures.slice(0, 1)) options.onFailure?.(error);
    after = batch.ended.at(-1) ?? after;
    const { id, links, isLast } = batch.last;
    const under = isLast ? {} : { under: { id, links, broken: group.broken.has(id) } };
    const place: GroupCursor = { ...defined({ after }), ...under };
    if (options.keep && !(await options.keep(place, { ...report, broken: batch.failures.length })))
      return { ...total, unfinished: true };
    const isFast = clock.monotonic() - began < Math.min(fastMs, (endBy - began) / 4);
    if (isFast) hosts = Math.min(mostHosts, hosts * 2);
  }
  if (failures.length > 0 && options.onFailure === undefined) throw failures[0];
  return total;
}

/** `late`: the time was up before all hosts had their links. */
async function deliverBatch(group: SegmentGroup, batch: Batch): Promise<RecycleReport | 'late'> {
  const { ports, job, ranking, options, remembered } = group;
  const { recent, again, sources, dryRun = false } = options;
  const sites = batch.linking.news((url, some) => recent?.newSites(remembered, url, some) ?? some);
  const byHost = hostsOf(job, batch, sites);
  const report = (segments: number): RecycleReport => ({
    ...{ segments, links: batch.links, delivered: batch.best.size, hosts: byHost.size },
    ...(batch.heldBack === 0 ? {} : { heldBack: batch.heldBack }),
  });
  if (dryRun) return report(batch.read);
  const { id = '', links = 0 } = batch.last ?? {};
  // The links of a segment that stays open are delivered again, together with others: an earlier item may still be unread.
  const name = sources === undefined ? `${id}-${links}` : `${id}-${links}-${ports.clock.now()}`;
  let isLate = false;
  await sideBySide([...byHost], hostsAtOnce, async ([host, { found, linking }]) => {
    isLate ||= ports.clock.monotonic() >= (options.deadline?.() ?? Number.POSITIVE_INFINITY);
    if (isLate) return;
    try {
      await deliverToHost(ports, job, { host, found, sites: linking }, { name, ranking, again });
    } catch (error) {
      batch.failures.push(error);
      for (const segment of batch.segments.get(host) ?? []) {
        group.broken.add(segment);
        group.stay.add(segment);
      }
      return;
    }
    // An unproven link is delivered again once its host is proven.
    for (const one of found) if (!one.unproven) recent?.delivered(remembered, one, ranking);
    for (const [url, some] of linking) recent?.deliveredSites(remembered, url, some);
  });
  if (isLate) return 'late';
  const done = batch.ended.filter((one) => !group.stay.has(one) && isDone(group, batch, one));
  if (done.length > 0 && again === undefined) await ports.links.done(job.name, done);
  return report(sources === undefined ? done.length : batch.read);
}

/** Whether a segment is done; a missing one is given up once its turn must be dead. */
function isDone({ ports }: SegmentGroup, { missing }: Batch, id: string): boolean {
  return !missing.has(id) || Number(id.slice(0, id.indexOf('-'))) + abandonedMs < ports.clock.now();
}

interface HostNews {
  readonly found: FoundUrl[];
  readonly linking: LinkingSites[];
}

/** The news for each host, except blocked hosts. */
function hostsOf(
  { holds }: Job,
  { best }: Batch,
  sites: readonly LinkingSites[],
): ReadonlyMap<HostName, HostNews> {
  const byHost = new Map<HostName, HostNews>();
  const newsOf = (url: CanonicalUrl): HostNews => {
    const host = hostOf(url);
    const news = byHost.get(host) ?? { found: [], linking: [] };
    byHost.set(host, news);
    return news;
  };
  for (const found of best.values()) newsOf(found.candidate.url).found.push(found);
  for (const site of sites) newsOf(site[0]).linking.push(site);
  for (const host of holds === undefined ? [] : [...byHost.keys()])
    if (holdOn(holds, host)?.verb === 'block') byHost.delete(host);
  return byHost;
}
