import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  edgesWhere,
  hasEdge,
  type LinkGraph,
  reversed,
  undirected,
} from '../../lib/graph/building/link-graph.ts';
import { linkGraphOf } from '../support/links/link-graph-of.ts';

const nodes = 8;
const edgeList = fc.array(fc.tuple(fc.nat({ max: nodes - 1 }), fc.nat({ max: nodes - 1 })), {
  maxLength: 60,
});
type Edges = readonly (readonly [number, number])[];

function graphOf(edges: Edges): LinkGraph {
  return linkGraphOf(
    nodes,
    Uint32Array.from(edges, ([source]) => source),
    Uint32Array.from(edges, ([, target]) => target),
  );
}

function edgesOf({ starts, targets }: LinkGraph): string[] {
  return [...starts.keys()]
    .slice(0, nodes)
    .flatMap((source) =>
      [...targets.subarray(starts[source], starts[source + 1])].map((one) => `${source}>${one}`),
    );
}

/** The edges without loops and repetitions, by source and target ascending. */
function named(edges: Edges): string[] {
  return [...new Set(edges.filter(([a, b]) => a !== b).map(([a, b]) => `${a}>${b}`))].sort();
}

describe('a link graph', () => {
  it('has each edge once, in order, and no loops', () => {
    fc.assert(
      fc.property(edgeList, (edges) => {
        expect(edgesOf(graphOf(edges))).toEqual(named(edges));
      }),
    );
  });

  it('has the same edges backwards when it is reversed', () => {
    fc.assert(
      fc.property(edgeList, (edges) => {
        expect(edgesOf(reversed(graphOf(edges)))).toEqual(named(edges.map(([a, b]) => [b, a])));
      }),
    );
  });

  it('has each edge in both directions when it is undirected', () => {
    fc.assert(
      fc.property(edgeList, (edges) => {
        expect(edgesOf(undirected(graphOf(edges)))).toEqual(
          named(
            edges.flatMap(([a, b]) => [
              [a, b],
              [b, a],
            ]),
          ),
        );
      }),
    );
  });

  it('keeps the edges that are asked for, and knows which it has', () => {
    fc.assert(
      fc.property(edgeList, (edges) => {
        const some = edgesWhere(graphOf(edges), (a, b) => (a + b) % 2 === 0);
        expect(edgesOf(some)).toEqual(named(edges.filter(([a, b]) => (a + b) % 2 === 0)));
        for (let a = 0; a < nodes; a += 1)
          for (let b = 0; b < nodes; b += 1)
            expect(hasEdge(some, a, b)).toBe(edgesOf(some).includes(`${a}>${b}`));
      }),
    );
  });
});
