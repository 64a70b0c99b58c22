import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { findPage } from '../../pipeline/frontier/find-page.ts';
import type { JobField } from '../../pipeline/topic/job-field.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { CrawlGraph } from './crawl-graph.ts';
import { type GraphPorts, loadGraph, loadPages } from './load-graph.ts';
import { type NearSeed, openNearSeeds } from './near-seeds.ts';
import { type PayingSeeds, payingSeeds } from './paying-seeds.ts';
import { findHubs, type Hub } from './seed-hubs.ts';

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
  const { pages, further } = await loadPages(ports, job, settings, first);
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
