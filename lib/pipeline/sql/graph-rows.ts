import { nothing, type PageColumns, unjudged } from '../../domain/graph/page-columns.ts';
import type { WebGraph } from '../../domain/graph/web-graph.ts';
import { timeText } from '../../domain/sql/row.ts';
import type { HostNumbers } from './host-numbers.ts';
import type { SlicedWriter } from './sliced-writer.ts';

/** Adds the visits that read a page. */
export async function addVisits({
  tables,
  columns,
  names,
}: {
  readonly tables: SlicedWriter;
  readonly columns: PageColumns;
  readonly names: readonly string[];
}): Promise<void> {
  const nameOf = (number: number): string | null => names[number] ?? null;
  for (let place = 0; place < columns.nodes.length; place += 1) {
    const relevance = columns.relevance[place] as number;
    const moved = columns.movedTo[place] as number;
    const slice = tables.add('visits', [
      (columns.nodes[place] as number) + 1,
      timeText(columns.at[place] as number),
      nameOf(columns.outcome[place] as number),
      relevance === unjudged ? null : relevance,
      nameOf(columns.best[place] as number),
      columns.depth[place] as number,
      moved === nothing ? null : moved + 1,
    ]);
    if (slice !== undefined) await slice;
  }
}

/** Adds the links of all pages, in the order of their sources. */
export async function addLinks({
  tables,
  web: { links },
  numbers,
}: {
  readonly tables: SlicedWriter;
  readonly web: WebGraph;
  readonly numbers: HostNumbers;
}): Promise<void> {
  const { nodes, starts, targets } = links;
  for (let source = 0; source < nodes; source += 1) {
    const [start, end] = [starts[source] as number, starts[source + 1] as number];
    if (start === end) continue;
    const server = numbers.ofNode(source);
    for (let at = start; at < end; at += 1) {
      const target = targets[at] as number;
      const slice = tables.add('links', [source + 1, target + 1, server, numbers.ofNode(target)]);
      if (slice !== undefined) await slice;
    }
  }
}
