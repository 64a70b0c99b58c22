import type { Reanalysis } from '../../../lib/domain/reading/reanalysis.ts';
import type { ReanalyseReport } from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatNumber } from '../../../lib/base/quantity.ts';

/** What `reanalyse` would change. */
export function renderReanalysis({ pages, same, changed, fields, missing, other }: Reanalysis): string {
  const lines = [
    `${formatNumber(changed)} of ${formatCount(pages, 'record')} would change, ${formatNumber(same)} stay as they are`,
    ...Object.entries(fields)
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `  ${name}: ${formatNumber(count)}`),
    ...(missing === 0
      ? []
      : [`${formatNumber(missing)} cannot be read again: their raw documents are not kept (documents.keep)`]),
    ...(other === 0
      ? []
      : [`${formatNumber(other)} are read as another text now: they change when they are fetched again`]),
    'nothing was changed: a dry run',
  ];
  return `${lines.join('\n')}\n`;
}

export function renderReanalyse({ hosts, pages }: ReanalyseReport): string {
  return `${formatCount(hosts, 'host')} told to analyse ${formatCount(pages, 'page')} again: at their next turns they do, and write the records that differ anew\n`;
}
