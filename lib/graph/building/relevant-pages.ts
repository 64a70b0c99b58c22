import type { WebGraph } from './web-graph.ts';

/** Pages of this relevance are relevant: it is where the topic's filter draws its line. */
const relevantFrom = 0.5;

/**
 * Whether a page is relevant; in a crawl without a topic every page is. A page on the line itself is what its last visit
 * says.
 */
export function relevantPages({ isPage, relevance, outcome, names }: WebGraph): (node: number) => boolean {
  const isJudged = relevance.some((one) => one > 0);
  const offTopic = names.indexOf('off-topic');
  return (node) =>
    isPage[node] === 1 &&
    (!isJudged || ((relevance[node] as number) >= relevantFrom && outcome[node] !== offTopic));
}
