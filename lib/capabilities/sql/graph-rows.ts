import { nothing, rowOf, unjudged, type VisitColumns } from '../../graph/web-graph.ts';
import { type Copying, copyRange, type StepEnd } from './copying.ts';
import { timeText } from './row.ts';

/** Adds the visits that read a page. */
export function copyVisits(
  copying: Copying,
  visits: VisitColumns,
  cursor: string | undefined,
): Promise<StepEnd> {
  const { names } = copying.facts.web;
  const nameOf = (number: number): string | null => names[number] ?? null;
  return copyRange(copying, cursor, visits.nodes.length, (place) => {
    const numberIn = (name: keyof VisitColumns): number =>
      visits[name].subarray(place, place + 1)[0] as number;
    const [relevance, moved] = [numberIn('relevance'), numberIn('movedTo')];
    return copying.tables.add('visits', [
      numberIn('nodes') + 1,
      timeText(numberIn('at')),
      nameOf(numberIn('outcome')),
      relevance === unjudged ? null : relevance,
      nameOf(numberIn('best')),
      numberIn('depth'),
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
