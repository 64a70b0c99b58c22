import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { ListedLink } from '../../base/links/link.ts';
import type { LinkLine } from '../../base/links/link-segment.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { findPage } from '../../pipeline/frontier/find-page.ts';
import type { JobField } from '../../pipeline/topic/job-field.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { LatentJudge } from '../../topic/judge.ts';
import type { CrawlGraph } from './crawl-graph.ts';
import { type GraphPorts, isAdmissible, loadGraph, loadPages } from './load-graph.ts';
import { type PayingSeeds, payingSeeds } from './paying-seeds.ts';
import { findHubs, type Hub } from './seed-hubs.ts';

/** A page that nobody fetched, and what a link says of it. */
export interface NearSeed {
  readonly url: CanonicalUrl;
  readonly anchor: string;
  /** The page with the link. */
  readonly on: CanonicalUrl;
  /** How likely the anchor is on topic by what its words mean, 0 to 1. */
  readonly nearness: number;
}

/** The seeds that paid, and pages that would be good seeds. */
export interface SeedAdvice extends PayingSeeds {
  readonly v: 1;
  readonly job: string;
  /** Pages that the advice is based on, the first of the crawl. `further`: pages beyond them, which were not read. */
  readonly pages: number;
  readonly further: number;
  readonly hubs: readonly Hub[];
  /** Pages that were never fetched and lie near the topic by what words mean; absent: the job has not learnt that. */
  readonly near?: readonly NearSeed[];
}

/**
 * Reads every host and the whole link log; writes nothing.
 * @param most hubs; @param first pages of the crawl that the advice is based on
 * @throws WinnowError `usage` for a job without a topic
 */
export async function adviseSeeds(
  ports: GraphPorts & Pick<Ports, 'jobs'>,
  job: Job,
  { most, first, field }: { readonly most: number; readonly first: number; readonly field?: JobField },
): Promise<SeedAdvice> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  if (settings.topic === undefined)
    throw new WinnowError(
      'usage',
      `the job ${job.name} has no topic: without one no page is better than another`,
    );
  const { pages, further } = await loadPages(ports, job, settings, { most: first });
  const found = field && openNearSeeds(field.judge, pages, settings);
  const view = { steers: 'own', counts: 'own', ...defined({ onLinks: found?.add }) } as const;
  const graph = await loadGraph(ports, job, settings, pages, view);
  const paying = payingSeeds(graph, (page) => leadsOn(graph, page, settings));
  const near = found && (await unvisited(ports, job, found.best(), most));
  return {
    ...{ v: 1, job: job.name, pages: pages.length, further, ...paying, hubs: findHubs(graph, most) },
    ...defined({ near }),
  };
}

function leadsOn({ pages }: CrawlGraph, page: number, { focus }: JobSettings): boolean {
  const verdict = pages[page]?.verdict;
  return focus.mode !== 'hard' || verdict === undefined || verdict.relevant || verdict.crawlOnly;
}

/** URLs of which somebody looks whether the crawl has been there: the nearest. */
const mostLookedUp = 1_000;

async function unvisited(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  near: readonly NearSeed[],
  most: number,
): Promise<readonly NearSeed[]> {
  const found: NearSeed[] = [];
  for (const one of near.slice(0, mostLookedUp)) {
    if (found.length === most) break;
    const page = await unlessDamaged(one.url, () => findPage(ports, job, one.url));
    if (page?.state !== 'visited') found.push(one);
  }
  return found;
}

/** URLs that are remembered: when they are twice as many, the farther half is forgotten. */
const mostRemembered = 10_000;

/** Gathers the links to pages that were not fetched which lie near the topic, for each URL the nearest. */
function openNearSeeds(
  judge: LatentJudge,
  fetched: Iterable<{ readonly url: CanonicalUrl }>,
  settings: JobSettings,
) {
  const known = new Set<CanonicalUrl>();
  for (const { url } of fetched) known.add(url);
  const found = new Map<CanonicalUrl, NearSeed>();
  const best = (): readonly NearSeed[] =>
    [...found.values()].sort((a, b) => b.nearness - a.nearness || (a.url < b.url ? -1 : 1));
  return {
    best,
    add(page: LinkLine, links: readonly ListedLink[]): void {
      for (const { url, anchor } of links) {
        if (anchor === '' || known.has(url)) continue;
        const nearness = judge.score(anchor);
        if (nearness <= Math.max(0.5, found.get(url)?.nearness ?? 0)) continue;
        if (isAdmissible(url, page, settings)) found.set(url, { url, anchor, on: page.url, nearness });
      }
      if (found.size > 2 * mostRemembered)
        for (const { url } of best().slice(mostRemembered)) found.delete(url);
    },
  };
}
