import { WinnowError } from '../../base/error.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { CrawlGraph } from './crawl-graph.ts';
import { type GraphPorts, loadGraph, loadPages } from './load-graph.ts';
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
}

/**
 * Reads every host and the whole link log; writes nothing.
 * @param most hubs; @param first pages of the crawl that the advice is based on
 * @throws WinnowError `usage` for a job without a topic
 */
export async function adviseSeeds(
  ports: GraphPorts & Pick<Ports, 'jobs'>,
  job: Job,
  { most, first }: { readonly most: number; readonly first: number },
): Promise<SeedAdvice> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  if (settings.topic === undefined)
    throw new WinnowError(
      'usage',
      `the job ${job.name} has no topic: without one no page is better than another`,
    );
  const { pages, further } = await loadPages(ports, job, settings, first);
  const graph = await loadGraph(ports, job, settings, pages, { steers: 'own', counts: 'own' });
  const paying = payingSeeds(graph, (page) => leadsOn(graph, page, settings));
  return { v: 1, job: job.name, pages: pages.length, further, ...paying, hubs: findHubs(graph, most) };
}

function leadsOn({ pages }: CrawlGraph, page: number, { focus }: JobSettings): boolean {
  const verdict = pages[page]?.verdict;
  return focus.mode !== 'hard' || verdict === undefined || verdict.relevant || verdict.crawlOnly;
}
