import { formatDuration, formatNumber, formatRelativeTime } from '../../../lib/base/quantity.ts';
import type { FetchReport, SeedReport } from '../../../lib/runtime/shared/installation.ts';
import { fields, printable } from '../base/table.ts';

/** What became of each seed line, the refused ones last, and the sum of it. */
export function renderSeeds({ accepted, refused }: SeedReport): string {
  const lines = [
    ...accepted.map(({ line, url }) => `${line}: accepted ${url}\n`),
    ...refused.map(({ line, input, reason }) => `${line}: refused ${printable(input)}: ${reason}\n`),
  ];
  return `${lines.join('')}${formatNumber(accepted.length)} accepted, ${formatNumber(refused.length)} refused\n`;
}

/** What one page brought. @param now epoch ms */
export function renderFetch({ host, turn, waitedMs, visit }: FetchReport, now: number): string {
  const detail = visit.detail === undefined ? '' : `: ${printable(visit.detail)}`;
  return fields([
    ['url', visit.url],
    ['outcome', `${visit.outcome}${detail}`],
    ['status', visit.status === 0 ? 'no answer' : String(visit.status)],
    ['record', visit.md5],
    ['next visit', visit.nextAt === undefined ? 'never' : formatRelativeTime(visit.nextAt, now)],
    ['turn', `${turn} of ${host}, ${formatDuration(waitedMs)}`],
  ]);
}
