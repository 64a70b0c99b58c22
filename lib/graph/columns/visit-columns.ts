import type { ColumnSpace, NumberColumn } from './column.ts';

/** All visits in the order in which they came, numbered as in the graph (`PageColumns`). */
export interface VisitColumns {
  readonly nodes: NumberColumn;
  readonly at: NumberColumn<Float64Array>;
  readonly relevance: NumberColumn<Float32Array>;
  readonly depth: NumberColumn;
  readonly best: NumberColumn;
  readonly outcome: NumberColumn;
  readonly movedTo: NumberColumn;
}

type Visit = { readonly [Name in keyof VisitColumns]: number };

/** Takes visits into columns. */
export function openVisits(space: ColumnSpace): { add(visit: Visit): void; finish(): VisitColumns } {
  const writers = {
    nodes: space.writer<Uint32Array>(Uint32Array),
    at: space.writer<Float64Array>(Float64Array),
    relevance: space.writer<Float32Array>(Float32Array),
    depth: space.writer<Uint32Array>(Uint32Array),
    best: space.writer<Uint32Array>(Uint32Array),
    outcome: space.writer<Uint32Array>(Uint32Array),
    movedTo: space.writer<Uint32Array>(Uint32Array),
  };
  const names = Object.keys(writers) as (keyof VisitColumns)[];
  return {
    add(visit) {
      for (const name of names) writers[name].add(visit[name]);
    },
    finish: () => ({
      nodes: writers.nodes.finish(),
      at: writers.at.finish(),
      relevance: writers.relevance.finish(),
      depth: writers.depth.finish(),
      best: writers.best.finish(),
      outcome: writers.outcome.finish(),
      movedTo: writers.movedTo.finish(),
    }),
  };
}
