import type { SiteReport } from '../../../lib/graph/reports.ts';
import { formatCount, formatNumber, formatTime } from '../../../lib/base/quantity.ts';
import { type Column, clip, printable, table } from '../base/table.ts';

/** A table of sites, and how many there are. */
export function renderSites({ sites, communities, known, large }: SiteReport): string {
  const isJudged = sites.some(({ judged }) => judged > 0);
  const rows = table(
    [
      { title: 'site', cell: ({ site }) => clip(site, 50) },
      { title: 'pages', right: true, cell: ({ pages }) => formatNumber(pages) },
      relevantColumn(isJudged),
      { title: 'mean relevance', right: true, cell: ({ meanRelevance }) => meanRelevance?.toFixed(2) ?? '' },
      { title: 'class', cell: ({ best }) => printable(best ?? '') },
      { title: 'linked by', right: true, cell: ({ linkedBy }) => formatNumber(linkedBy) },
      { title: 'rank', right: true, cell: ({ rank }) => rank.toFixed(4) },
      { title: 'not visited', right: true, cell: ({ unvisited }) => formatNumber(unvisited) },
      { title: 'community', cell: ({ community }) => clip(community ?? '', 30) },
      { title: 'new in 30 d', right: true, cell: ({ changes }) => formatNumber(changes?.newPages ?? 0) },
      { title: 'changes in 30 d', right: true, cell: ({ changes }) => changes?.changeRate?.toFixed(2) ?? '' },
      { title: 'kind', cell: ({ changes }) => changes?.kind ?? '' },
      { title: 'last new page', cell: ({ lastNew }) => formatTime(lastNew) },
    ],
    sites,
  );
  const small = known - large;
  return `${rows}${communityTable(communities, isJudged)}${formatCount(known, 'site')} with pages${small === 0 ? '' : `, ${formatNumber(small)} of them too small for this list`}\n`;
}

/** Empty without a topic: no page was judged. */
const relevantColumn = (isJudged: boolean): Column<{ readonly relevant: number }> => ({
  title: 'relevant',
  right: true,
  cell: ({ relevant }) => (isJudged ? formatNumber(relevant) : ''),
});

function communityTable(communities: SiteReport['communities'], isJudged: boolean): string {
  if (communities.length === 0) return '';
  const rows = table(
    [
      { title: 'community of', cell: ({ name }) => clip(name, 50) },
      { title: 'sites', right: true, cell: ({ sites }) => formatNumber(sites) },
      { title: 'pages', right: true, cell: ({ pages }) => formatNumber(pages) },
      relevantColumn(isJudged),
    ],
    communities,
  );
  return `\nsites that link to each other more than to others\n${rows}\n`;
}
