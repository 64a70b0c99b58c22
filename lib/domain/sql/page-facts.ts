import { distilTopic } from '../graph/distil-topic.ts';
import { nothing, type PageColumns } from '../graph/page-columns.ts';
import { pageRank } from '../graph/page-rank.ts';
import type { WebGraph } from '../graph/web-graph.ts';

/** What the link graph says of URLs, by number of the node. */
export interface PageFacts {
  readonly web: WebGraph;
  readonly hubs: Float64Array;
  readonly authorities: Float64Array;
  readonly ranks: Float64Array;
  /** Visits of each that are in the graph. */
  readonly reads: Uint16Array;
  /** The node that each redirects to; `nothing`: none. */
  readonly movedTo: Uint32Array;
}

const iterations = 50;
const share = 0.15;
const most = 65_535;

export function pageFactsOf(web: WebGraph, columns: PageColumns): PageFacts {
  const nodes = web.urls.size();
  const reads = new Uint16Array(nodes);
  const movedTo = new Uint32Array(nodes).fill(nothing);
  for (let place = 0; place < columns.nodes.length; place += 1) {
    const node = columns.nodes[place] as number;
    reads[node] = Math.min(most, (reads[node] as number) + 1);
    if ((columns.at[place] as number) >= (web.last[node] as number))
      movedTo[node] = columns.movedTo[place] as number;
  }
  const { hubs, authorities } = distilTopic(web, { share, iterations });
  return { web, hubs, authorities, ranks: pageRank(web.links), reads, movedTo };
}
