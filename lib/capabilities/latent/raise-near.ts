import type { Candidate } from '../../base/links/link.ts';
import type { LinkLine } from '../../base/links/link-segment.ts';
import { isFollowed } from '../../base/links/link-settings.ts';
import { skimLinkLines } from '../../base/links/skim-link-lines.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { encodeRank } from '../../domain/focus/link-rank.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { admissible, rankingFor } from '../../pipeline/frontier/candidates.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import { duePositionOf } from '../../pipeline/frontier/due-position.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type LatentJudge, probabilityOf } from '../../topic/judge.ts';

export type RaisePorts = Pick<Ports, 'hosts' | 'due' | 'clock'> & {
  readonly links: Pick<Ports['links'], 'kept' | 'read'>;
};

/** Bounds of one pass, which do not grow with the crawl: segments of the link log, the newest; URLs; and URLs of a host. */
const [mostSegments, mostUrls, mostPerHost] = [200, 500, 20];
const listed = 200;
/** Host hops of a message that brings no host nearer. */
const unknownHops = 255;

interface Raised extends Candidate {
  readonly relevance: number;
}

/** What a space and the one before it say of links. */
export interface MadeSpace {
  readonly latent: LatentJudge;
  /** Absent: it is the first one that can be used. */
  readonly before?: LatentJudge | undefined;
  /** An id of the space. */
  readonly id: string;
  /** Monotonic ms after which nothing more is read. */
  readonly endBy: number;
}

/**
 * After a space was made: raises URLs that wait where what links say of them lies nearer to the topic than by the space before. What is
 * visited, or has a better place, stays as it is. Idempotent.
 * @returns URLs that were raised
 */
export async function raiseNear(
  ports: RaisePorts,
  job: Job,
  settings: JobSettings,
  { endBy, id, ...spaces }: MadeSpace,
): Promise<number> {
  const visited = new Set<CanonicalUrl>();
  const best = new Map<CanonicalUrl, Raised>();
  for await (const line of newestLines(ports, job.name, endBy)) {
    visited.add(line.url);
    for (const one of raisedBy(line, settings, spaces))
      if (one.relevance > (best.get(one.url)?.relevance ?? 0)) best.set(one.url, one);
  }
  const waiting = [...best.values()]
    .filter(({ url }) => !visited.has(url))
    .sort((a, b) => a.rank - b.rank || (a.url < b.url ? -1 : 1))
    .slice(0, mostUrls);
  const ranking = rankingFor(settings);
  let raised = 0;
  for (const [host, all] of Map.groupBy(waiting, ({ url }) => hostOf(url))) {
    const candidates = all.slice(0, mostPerHost).map(({ url, depth, rank }) => ({ url, depth, rank }));
    const message = { candidates, hostHops: unknownHops };
    await unlessDamaged(host, async () => {
      const first = (load: number) => duePositionOf(ranking, candidates[0]?.rank, load);
      await deliver(ports, { job: job.name, host }, { id: `latent-${id}`, message }, first);
      raised += candidates.length;
    });
  }
  return raised;
}

function* raisedBy(
  { links, relevance: ofPage, depth, tunnelDepth = 0, hostHops = 0, skip }: LinkLine,
  settings: JobSettings,
  { latent, before }: Pick<MadeSpace, 'latent' | 'before'>,
): Generator<Raised> {
  if (skip === true || ofPage === undefined) return;
  const { isOther } = rankingFor(settings);
  for (const { url, anchor, score, element, rel } of links) {
    if (element !== 'a' || score === undefined || !isFollowed(settings.links, rel)) continue;
    const gain = Math.max(0, latent.fit(anchor)) - Math.max(0, before?.fit(anchor) ?? 0);
    if (gain <= 0) continue;
    const relevance = probabilityOf(logOdds(score) + gain);
    const [was, rank] = [score, relevance].map((one) =>
      encodeRank({ relevance: one, tunnelDepth, parents: 0 }),
    ) as [number, number];
    const candidate = { url, depth: depth + 1, rank, relevance };
    if (isOther(was, rank) && admissible(candidate, hostHops, settings)) yield candidate;
  }
}

function logOdds(relevance: number): number {
  const inside = Math.min(0.999, Math.max(0.001, relevance));
  return Math.log(inside / (1 - inside));
}

async function* newestLines(
  { links, clock }: RaisePorts,
  job: string,
  endBy: number,
): AsyncGenerator<LinkLine> {
  let newest: readonly string[] = [];
  for (let after: string | undefined; clock.monotonic() < endBy; ) {
    const ids = await links.kept(job, listed, after);
    newest = [...newest, ...ids].slice(-mostSegments);
    after = ids.at(-1);
    if (ids.length < listed) break;
  }
  for (const id of newest) {
    if (clock.monotonic() >= endBy) return;
    const lines = await unlessDamaged(id, async () => {
      const bytes = await links.read(job, id);
      return bytes && [...skimLinkLines(bytes, 10_000, () => ({}))];
    });
    for (const { line } of lines ?? []) yield line;
  }
}
