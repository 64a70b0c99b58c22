import type { Orphans } from '../../../lib/domain/revisit/orphans.ts';
import type {
  FetchReport,
  OrphansReport,
  RecycleReport,
  SeedReport,
} from '../../../lib/runtime/shared/installation.ts';
import { formatCount, formatDuration, formatNumber, formatRelativeTime } from '../../../lib/base/quantity.ts';
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

const shownOrphans = 20;

export function renderOrphans({ pages, orphans, again, hosts }: Orphans & Partial<OrphansReport>): string {
  const lines = [
    `${formatNumber(orphans.length)} of ${formatCount(pages, 'page')}: no page links to it and no list names it any more`,
    ...orphans.slice(0, shownOrphans).map((url) => `  ${url}`),
    ...(orphans.length > shownOrphans
      ? [`  and ${formatNumber(orphans.length - shownOrphans)} more (--json)`]
      : []),
    ...(again.length === 0 ? [] : [`${formatCount(again.length, 'former orphan')} linked again`]),
    hosts === undefined || hosts === 0
      ? 'nothing was changed: a dry run, or nothing becomes of them (revisit.orphans)'
      : `${formatCount(hosts, 'host')} told: at their next turns they do what revisit.orphans says`,
  ];
  return `${lines.join('\n')}\n`;
}

export function renderRecycling(report: RecycleReport): string {
  const { segments, links, delivered, hosts, heldBack = 0, unfinished } = report;
  if (segments === 0) return 'no link segments to be recycled\n';
  const rest = heldBack === 0 ? '' : `; ${formatCount(heldBack, 'link')} of other sources stay held back`;
  const more = unfinished ? '\nthe time was up: more is left' : '';
  return `${formatCount(segments, 'segment')}: ${formatCount(links, 'link')}, ${formatNumber(delivered)} delivered to ${formatCount(hosts, 'host')}${rest}${more}\n`;
}
