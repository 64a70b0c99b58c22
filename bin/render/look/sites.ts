import type { SiteReport } from '../../../lib/domain/graph/site-report.ts';
import { formatCount, formatNumber, formatTime } from '../base/quantity.ts';
import { clip, printable, table } from '../base/table.ts';

/** A table of sites, and how many there are. */
export function renderSites({ sites, known, large }: SiteReport): string {
  const rows = table(
    [
      { title: 'site', cell: ({ site }) => clip(site, 50) },
      { title: 'pages', right: true, cell: ({ pages }) => formatNumber(pages) },
      { title: 'relevant', right: true, cell: ({ relevant }) => formatNumber(relevant) },
      { title: 'mean relevance', right: true, cell: ({ meanRelevance }) => meanRelevance?.toFixed(2) ?? '' },
      { title: 'class', cell: ({ best }) => printable(best ?? '') },
      { title: 'linked by', right: true, cell: ({ linkedBy }) => formatNumber(linkedBy) },
      { title: 'rank', right: true, cell: ({ rank }) => rank.toFixed(4) },
      { title: 'not visited', right: true, cell: ({ unvisited }) => formatNumber(unvisited) },
      { title: 'last new page', cell: ({ lastNew }) => formatTime(lastNew) },
    ],
    sites,
  );
  const small = known - large;
  return `${rows}${formatCount(known, 'site')} with pages${small === 0 ? '' : `, ${formatNumber(small)} of them too small for this list`}\n`;
}
