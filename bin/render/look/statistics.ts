import type { CollectionStatistics } from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import { clip, table } from '../base/table.ts';

type ClassRow = CollectionStatistics['classes'][number];
type TermRow = NonNullable<CollectionStatistics['terms']>[number];

/** What a collection has of each class, and of each term. */
export function renderStatistics(
  { records, unjudged, unclassified, classes, terms = [] }: CollectionStatistics,
  shown: { readonly terms: boolean; readonly classes: boolean },
): string {
  const without = unjudged === 0 ? '' : `, ${formatNumber(unjudged)} of them without a verdict`;
  const bare = unclassified === 0 ? '' : `, ${formatNumber(unclassified)} in no class`;
  const parts = [`${formatCount(records, 'record')}${without}${bare}\n`];
  if (shown.classes) parts.push(classTable(classes));
  if (shown.terms) parts.push(termTable(terms));
  return parts.join('\n');
}

function classTable(classes: readonly ClassRow[]): string {
  if (classes.length === 0)
    return 'no record has a class: the job has no topic, or nothing was crawled with it\n';
  const hasLevels = classes.some(({ records, within }) => within !== records);
  const hasLabels = classes.some(({ label }) => label !== undefined);
  return table(
    [
      { title: 'class', cell: ({ id }: ClassRow) => clip(id, 60) },
      ...(hasLabels ? [{ title: 'label', cell: ({ label = '' }: ClassRow) => clip(label, 40) }] : []),
      { title: 'records', cell: ({ records }: ClassRow) => formatNumber(records), right: true },
      ...(hasLevels
        ? [{ title: 'with those below', cell: ({ within }: ClassRow) => formatNumber(within), right: true }]
        : []),
      { title: 'as the best', cell: ({ best }: ClassRow) => formatNumber(best), right: true },
    ],
    classes,
  );
}

function termTable(terms: readonly TermRow[]): string {
  const hit = terms.filter(({ hits }) => hits > 0);
  if (terms.length === 0) return 'the job has no topic definition\n';
  const several = new Set(terms.map(({ filter }) => filter)).size > 1;
  const rows = table(
    [
      ...(several ? [{ title: 'filter', cell: ({ filter }: TermRow) => clip(filter, 20) }] : []),
      { title: 'line', cell: ({ line }: TermRow) => String(line), right: true },
      { title: 'term', cell: ({ term }: TermRow) => clip(term, 50) },
      { title: 'hits', cell: ({ hits }: TermRow) => formatNumber(hits), right: true },
      { title: 'records', cell: ({ records }: TermRow) => formatNumber(records), right: true },
      { title: 'classes', cell: ({ classes }: TermRow) => clip(classes.join(', '), 30) },
    ],
    hit,
  );
  const idle = terms.length - hit.length;
  return `${rows}${idle === 0 ? '' : `${formatCount(idle, 'term')} without a hit\n`}`;
}
