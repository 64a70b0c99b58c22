import type { ClassLinkReport } from '../../../lib/graph/reports.ts';
import { formatNumber } from '../../../lib/base/quantity.ts';
import { clip, printable, table } from '../base/table.ts';

/** A table of classes, and of the pages that join two of them. */
export function renderClassLinks({ classes, joining }: ClassLinkReport): string {
  if (classes.length === 0) return 'no page with a class links to another one\n';
  const rows = table(
    [
      { title: 'from', cell: ({ from }) => printable(from) },
      { title: 'to', cell: ({ to }) => printable(to) },
      { title: 'links', right: true, cell: ({ links }) => formatNumber(links) },
      { title: 'between sites', right: true, cell: ({ betweenSites }) => formatNumber(betweenSites) },
      {
        title: 'answered',
        right: true,
        cell: ({ answered, betweenSites }) =>
          betweenSites === 0 ? '' : `${Math.round((100 * answered) / betweenSites)} %`,
      },
    ],
    classes,
  );
  if (joining === undefined) return rows;
  const pages = table(
    [
      { title: 'joining page', cell: ({ url }) => clip(url, 60) },
      { title: 'links', right: true, cell: ({ links }) => formatNumber(links) },
      { title: 'for example to', cell: ({ example }) => clip(example, 60) },
    ],
    joining,
  );
  return `${rows}\n${pages}`;
}
