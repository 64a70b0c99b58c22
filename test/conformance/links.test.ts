import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LinkGraph } from '../../lib/graph/building/link-graph.ts';
import { distil } from '../../lib/graph/distilling/distil.ts';
import { hubScores } from '../../lib/graph/distilling/hubs.ts';
import { pageRank } from '../../lib/graph/ranking/page-rank.ts';
import { casesFile, hasCases, readCases } from '../support/cases.ts';
import { linkGraphOf } from '../support/links/link-graph-of.ts';

interface Node {
  readonly site: string;
  readonly relevance: number;
}

interface Scores {
  readonly hubs: readonly number[];
  readonly authorities: readonly number[];
}

interface Expected {
  readonly pagerank: { readonly alpha: number; readonly scores: readonly number[] };
  readonly hits: Scores;
  readonly distiller: Scores & { readonly rho: number; readonly iterations: number; readonly edges: number };
}

const nodesFile = 'links/nodes.jsonl';

describe.skipIf(!hasCases(nodesFile))('link analysis of a real graph', () => {
  const nodes = readCases<Node>(nodesFile);
  let graph: LinkGraph;
  let expected: Expected;

  beforeAll(() => {
    graph = readGraph(nodes.length);
    expected = readExpected();
  });

  it('gives every page the PageRank of the reference', () => {
    const { alpha, scores } = expected.pagerank;
    expectEqual(pageRank(graph, { damping: alpha, tolerance: 1e-15, maxIterations: 500 }), scores);
  });

  it('gives every page the hub and authority scores of the reference', () => {
    const scores = hubScores(graph, 1_000);
    expectEqual(scores.hubs, expected.hits.hubs);
    expectEqual(scores.authorities, expected.hits.authorities);
  });

  it('distils the hubs and authorities of the reference', () => {
    const numbers = new Map([...new Set(nodes.map(({ site }) => site))].map((site, place) => [site, place]));
    const { rho: threshold, iterations, edges, hubs, authorities } = expected.distiller;
    const distilled = distil(graph, {
      ...{ threshold, iterations },
      sites: Uint32Array.from(nodes, ({ site }) => numbers.get(site) as number),
      relevance: Float64Array.from(nodes, ({ relevance }) => relevance),
    });
    expect(distilled.votes.targets).toHaveLength(edges);
    expectEqual(distilled.hubs, hubs);
    expectEqual(distilled.authorities, authorities);
  });
});

function readGraph(nodes: number): LinkGraph {
  const edges = readFileSync(casesFile('links/edges.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t').map(Number));
  return linkGraphOf(
    nodes,
    Uint32Array.from(edges, ([source]) => source as number),
    Uint32Array.from(edges, ([, target]) => target as number),
  );
}

function readExpected(): Expected {
  return JSON.parse(readFileSync(casesFile('links/expected.json'), 'utf8')) as Expected;
}

/** Every score within 1e-6 of its own size or 1e-9, whichever is larger. */
function expectEqual(scores: Float64Array, expected: readonly number[]): void {
  expect(scores).toHaveLength(expected.length);
  const wrong = expected.filter(
    (right, place) =>
      !(Math.abs((scores[place] as number) - right) <= Math.max(1e-9, 1e-6 * Math.abs(right))),
  );
  expect(wrong).toEqual([]);
}
