import { hostOf } from '../../base/url/url.ts';
import { cutByBytes, jsonBytes } from '../../domain/inbox/cut-by-bytes.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import { pageRanksOf, type RanksOptions, ranksOf } from '../../graph/ranks.ts';
import type { WebGraph } from '../../graph/web-graph.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import {
  type AnalysisOutcome,
  type AnalysisSlice,
  analyseWhenDue,
} from '../../pipeline/link-graph/analyse-when-due.ts';
import type { GatherPorts } from '../../pipeline/link-graph/gather-parts.ts';
import { type AnalysisPorts, readGraph } from '../../pipeline/link-graph/read-graph.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { ranksOrder } from './ranks-order.ts';

const hostsAtOnce = 8;
/** Pages of one message: a turn carries out at least one, so they take little time. */
const pagesPerMessage = 20;

/** How many hosts were told the ranks of their pages, and how many pages that are. */
export interface RanksTold {
  readonly hosts: number;
  readonly pages: number;
}

/**
 * Analyses the link graph of a job and tells each host the ranks of its visited pages. Their next turns write the records
 * anew that say something else. Telling a host twice has the effect of telling it once.
 */
export async function tellRanks(
  ports: AnalysisPorts & Pick<Ports, 'due'>,
  job: Job,
  options: RanksOptions,
): Promise<RanksTold> {
  return await readGraph(ports, job, (web) => tellRanksOf(ports, job, web, options));
}

/** The same when it is due by `links.ranks`. */
export function tellRanksWhenDue(
  ports: GatherPorts & Pick<Ports, 'jobs' | 'hosts' | 'due'>,
  job: Job,
  slice: AnalysisSlice,
): Promise<AnalysisOutcome<RanksTold>> {
  return analyseWhenDue(ports, job, { name: 'ranks', act: (web) => tellRanksOf(ports, job, web, {}) }, slice);
}

async function tellRanksOf(
  ports: Pick<Ports, 'hosts' | 'due' | 'clock'>,
  job: Job,
  web: WebGraph,
  options: RanksOptions,
): Promise<RanksTold> {
  const ranks = ranksOf(web, options);
  const at = ports.clock.now();
  const nodes = Array.from({ length: web.urls.size() }, (_, node) => node).filter(
    (node) => web.isPage[node] === 1,
  );
  const byHost = Map.groupBy(nodes, (node) => hostOf(web.urls.urlOf(node)));
  let [hosts, pages] = [0, 0];
  const failures: unknown[] = [];
  await sideBySide([...byHost], hostsAtOnce, async ([host, own]) => {
    const told = own.map((node) => ({ url: web.urls.urlOf(node), ranks: pageRanksOf(ranks, node, at) }));
    try {
      let ordinal = 0;
      for (const some of cutByBytes(told, { bytesOf: jsonBytes, maxItems: pagesPerMessage })) {
        const id = `z-ranks-${at}-${String(ordinal++).padStart(6, '0')}`;
        await deliver(
          ports,
          { job: job.name, host },
          { id, message: orderMessage(ranksOrder, { pages: some }) },
        );
      }
      [hosts, pages] = [hosts + 1, pages + told.length];
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length > 0 && hosts === 0) throw failures[0];
  return { hosts, pages };
}
