import { clip, printable } from '../../../lib/base/printable.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';
import type { RankRow } from '../../../lib/graph/reports.ts';
import { table } from '../base/table.ts';

/** A table of URLs with their ranks, each by the mean of all URLs. */
export function renderRanks(rows: readonly RankRow[]): string {
  const [first] = rows;
  if (first === undefined) return 'no URL has such a rank\n';
  const { of } = first.ranks;
  const byMean = (rank = 0): string => (rank === 0 ? '' : (rank * of).toPrecision(3));
  const ranked = table(
    [
      { title: 'URL', cell: ({ url }) => clip(url, 60) },
      { title: 'class', cell: ({ best }) => printable(best ?? '') },
      { title: 'linked by', right: true, cell: ({ ranks }) => formatNumber(ranks.linkedBy) },
      { title: 'discounted', right: true, cell: ({ ranks }) => byMean(ranks.discounted) },
      { title: 'PageRank', right: true, cell: ({ ranks }) => byMean(ranks.pageRank) },
      { title: 'PageRankBL', right: true, cell: ({ ranks }) => byMean(ranks.pageRankBL) },
      { title: 'NetLocRank', right: true, cell: ({ ranks }) => byMean(ranks.netLocRank) },
      { title: 'hub', right: true, cell: ({ ranks }) => byMean(ranks.hub) },
      { title: 'authority', right: true, cell: ({ ranks }) => byMean(ranks.authority) },
    ],
    rows,
  );
  return `${ranked}1 is the mean of ${formatCount(of, 'URL')}\n`;
}
