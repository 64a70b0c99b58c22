import { distilTopic } from '../../graph/distilling.ts';
import { pageRank } from '../../graph/ranks.ts';
import { eachNumber, type VisitColumns, type WebGraph } from '../../graph/web-graph.ts';

/** What the link graph says of URLs, by number of the node. */
export interface PageFacts {
  readonly web: WebGraph;
  readonly hubs: Float64Array;
  readonly authorities: Float64Array;
  readonly ranks: Float64Array;
  /** Visits of each that are in the graph. */
  readonly reads: Uint16Array;
}

const iterations = 50;
const share = 0.15;
const most = 65_535;

export function pageFactsOf(web: WebGraph, { nodes }: Pick<VisitColumns, 'nodes'>): PageFacts {
  const reads = new Uint16Array(web.urls.size());
  eachNumber(web.links.space, nodes, (node) => {
    reads[node] = Math.min(most, (reads[node] as number) + 1);
  });
  const { hubs, authorities } = distilTopic(web, { share, iterations });
  return { web, hubs, authorities, ranks: pageRank(web.links), reads };
}
