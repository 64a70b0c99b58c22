import { rowOf } from '../../domain/graph/link-graph.ts';
import { nothing, type PageColumns, unjudged } from '../../domain/graph/page-columns.ts';
import { timeText } from '../../domain/sql/row.ts';
import { type Copying, copyRange, type StepEnd } from './copying.ts';

/** Adds the visits that read a page. */
export function copyVisits(
  copying: Copying,
  { columns, names }: { readonly columns: PageColumns; readonly names: readonly string[] },
  cursor: string | undefined,
): Promise<StepEnd> {
  const nameOf = (number: number): string | null => names[number] ?? null;
  return copyRange(copying, cursor, columns.nodes.length, (place) => {
    const relevance = columns.relevance[place] as number;
    const moved = columns.movedTo[place] as number;
    return copying.tables.add('visits', [
      (columns.nodes[place] as number) + 1,
      timeText(columns.at[place] as number),
      nameOf(columns.outcome[place] as number),
      relevance === unjudged ? null : relevance,
      nameOf(columns.best[place] as number),
      columns.depth[place] as number,
      moved === nothing ? null : moved + 1,
    ]);
  });
}

/** Adds the links of all pages, in the order of their sources. */
export function copyLinks(copying: Copying, cursor: string | undefined): Promise<StepEnd> {
  const { tables, facts, numbers } = copying;
  const { links } = facts.web;
  return copyRange(copying, cursor, links.nodes, (source) => {
    const targets = rowOf(links, source);
    if (targets.length === 0) return undefined;
    const server = numbers.hostOfNode(source);
    let slice: Promise<void> | undefined;
    for (const target of targets) {
      slice = tables.add('links', [source + 1, target + 1, server, numbers.hostOfNode(target)]) ?? slice;
    }
    return slice;
  });
}
