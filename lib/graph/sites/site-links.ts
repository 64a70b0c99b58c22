import type { LinkGraph } from '../building/link-graph.ts';
import type { NumberColumn } from '../columns/column.ts';
import { openRowPlacing, startsOf } from '../columns/place-rows.ts';
import { eachEdge } from '../columns/row-blocks.ts';
import type { SiteNumbers } from './sites.ts';

/** The links between sites, each once, and by place how many links of pages each stands for. */
export interface SiteLinks {
  readonly links: LinkGraph;
  readonly counts: NumberColumn<Float64Array>;
}

/** @param sites by node, the number of its site, under `siteCount` */
export function countedSiteLinks(graph: LinkGraph, sites: Uint32Array, siteCount: number): SiteLinks {
  const { space } = graph;
  const lengths = new Uint32Array(siteCount + 1);
  eachEdge(graph, (source, target) => {
    const site = sites[source] as number;
    if (site !== sites[target]) lengths[site] = (lengths[site] as number) + 1;
  });
  const before = startsOf(lengths);
  const placing = openRowPlacing(space, Uint32Array, before);
  eachEdge(graph, (source, target) => {
    const [from, to] = [sites[source] as number, sites[target] as number];
    if (from !== to) placing.add(from, to);
  });
  const [targets, counts] = [space.writer(Uint32Array), space.writer(Float64Array)];
  const starts = new Uint32Array(siteCount + 1);
  placing.finish(({ from, to, base, values }) => {
    for (let site = from; site < to; site += 1) {
      const row = values
        .subarray((before[site] as number) - base, (before[site + 1] as number) - base)
        .sort();
      for (let at = 0; at < row.length; ) {
        const first = at;
        const target = row[first] as number;
        while (at < row.length && row[at] === target) at += 1;
        targets.add(target);
        counts.add(at - first);
      }
      starts[site + 1] = targets.length();
    }
  });
  return { links: { nodes: siteCount, starts, targets: targets.finish(), space }, counts: counts.finish() };
}

/** The links between sites, each once. */
export function siteGraphOf(graph: LinkGraph, { of, names }: SiteNumbers): LinkGraph {
  const { links, counts } = countedSiteLinks(graph, of, names.length);
  counts.drop?.();
  return links;
}
