import type { Orphans } from '../../../lib/domain/revisit/orphans.ts';
import type {
  FetchReport,
  OrphansReport,
  RecycleReport,
  SeedReport,
} from '../../../lib/runtime/shared/installation.ts';
import { count, counted, duration, relative } from '../base/quantity.ts';
import { fields, printable } from '../base/table.ts';

/** What became of each seed line, the refused ones last, and the sum of it. */
export function renderSeeds({ accepted, refused }: SeedReport): string {
  const lines = [
    ...accepted.map(({ line, url }) => `${line}: accepted ${url}\n`),
    ...refused.map(({ line, input, reason }) => `${line}: refused ${printable(input)}: ${reason}\n`),
  ];
  return `${lines.join('')}${count(accepted.length)} accepted, ${count(refused.length)} refused\n`;
}

/** What one page brought. @param now epoch ms */
export function renderFetch({ host, turn, waitedMs, visit }: FetchReport, now: number): string {
  const detail = visit.detail === undefined ? '' : `: ${printable(visit.detail)}`;
  return fields([
    ['url', visit.url],
    ['outcome', `${visit.outcome}${detail}`],
    ['status', visit.status === 0 ? 'no answer' : String(visit.status)],
    ['record', visit.md5],
    ['next visit', visit.nextAt === undefined ? 'never' : relative(visit.nextAt, now)],
    ['turn', `${turn} of ${host}, ${duration(waitedMs)}`],
  ]);
}

const shownOrphans = 20;

export function renderOrphans({ pages, orphans, again, hosts }: Orphans & Partial<OrphansReport>): string {
  const lines = [
    `${count(orphans.length)} of ${counted(pages, 'page')}: no page links to it and no list names it any more`,
    ...orphans.slice(0, shownOrphans).map((url) => `  ${url}`),
    ...(orphans.length > shownOrphans ? [`  and ${count(orphans.length - shownOrphans)} more (--json)`] : []),
    ...(again.length === 0 ? [] : [`${counted(again.length, 'former orphan')} linked again`]),
    hosts === undefined || hosts === 0
      ? 'nothing was changed: a dry run, or nothing becomes of them (revisit.orphans)'
      : `${counted(hosts, 'host')} told: at their next turns they do what revisit.orphans says`,
  ];
  return `${lines.join('\n')}\n`;
}

export function renderRecycling(report: RecycleReport): string {
  const { segments, links, delivered, hosts, heldBack = 0, unfinished } = report;
  if (segments === 0) return 'no link segments to be recycled\n';
  const rest = heldBack === 0 ? '' : `; ${counted(heldBack, 'link')} of other sources stay held back`;
  const more = unfinished ? '\nthe time was up: more is left' : '';
  return `${counted(segments, 'segment')}: ${counted(links, 'link')}, ${count(delivered)} delivered to ${counted(hosts, 'host')}${rest}${more}\n`;
}
