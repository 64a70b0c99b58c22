import { nothing } from '../page-columns.ts';
import { relevantPages } from '../relevant-pages.ts';
import type { WebGraph } from '../web-graph.ts';

/** The harvest of a crawl is that of its last pages: so many, or this part of all. */
const recentPages = 100;
const recentShare = 0.01;

/** The share of relevant pages among those that the crawl visited last. */
export function recentHarvest(web: WebGraph): number {
  const { outcome, first } = web;
  const times = first.filter((_, node) => outcome[node] !== nothing).sort();
  const since = times[Math.max(0, times.length - Math.max(recentPages, recentShare * times.length))] ?? 0;
  const isRelevant = relevantPages(web);
  let [relevant, all] = [0, 0];
  for (let node = 0; node < outcome.length; node += 1) {
    if (outcome[node] === nothing || (first[node] as number) < since) continue;
    all += 1;
    if (isRelevant(node)) relevant += 1;
  }
  return all === 0 ? 0 : relevant / all;
}
