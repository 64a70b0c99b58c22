import type { OutcomeKind } from '../../../lib/base/fetch/outcome.ts';
import { outcomeCounts } from '../../../lib/base/fetch/outcome-counts.ts';
import { clip, printable } from '../../../lib/base/printable.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatRate,
  formatRelativeTime,
} from '../../../lib/base/quantity.ts';
import { madeBy } from '../../../lib/domain/control/pause.ts';
import { harvestPercent } from '../../../lib/domain/focus/harvest-counts.ts';
import { pendingUrls } from '../../../lib/domain/focus/work-left.ts';
import { viewLeft } from '../../../lib/operations/view-left.ts';
import { facts, note, type View } from '../../../lib/pipeline/operation/view.ts';
import type { CrawlProgress, CrawlReport } from '../../../lib/runtime/shared/installation.ts';
import { fields } from '../base/table.ts';
import { renderView } from '../base/view.ts';

/** How the crawl goes, on one line of at most `columns` characters. */
export function renderProgress(progress: CrawlProgress, columns = Number.POSITIVE_INFINITY): string {
  const line = [
    formatDuration(Math.floor(progress.elapsedMs / 1_000) * 1_000),
    formatCount(progress.pages, 'page'),
    `${formatRate(progress.pagesPerSecond)}/s`,
    `${formatNumber(progress.activeHosts)} of ${formatCount(progress.hosts, 'host')} at work`,
    `${formatNumber(progress.pending)} pending`,
    formatCount(progress.errors, 'error'),
    formatBytes(progress.bytes),
    ...harvestOf(progress),
    ...(progress.waitMs === undefined
      ? []
      : [`every host waits, the first for ${formatDuration(progress.waitMs)}`]),
  ].join(' · ');
  return clip(line, columns);
}

function harvestOf({ harvest }: CrawlProgress): readonly string[] {
  if (harvest === undefined) return [];
  return [`harvest ${harvestPercent(harvest.recent)} lately${harvest.fallen ? ', fallen' : ''}`];
}

/** A command line to try next, and what it is good for. */
export interface Proposal {
  readonly line: string;
  readonly purpose: string;
}

const ends = {
  done: 'Nothing more is due',
  time: 'The time is over',
  pages: 'The pages that were asked for are fetched',
  interrupted: 'Interrupted; the running turns were finished',
  paused: 'The crawl is paused',
} as const satisfies Record<CrawlReport['end'], string>;

/**
 * What was found, where it lies, what to try next.
 * @param now epoch ms
 * @param next what to try next
 */
export function renderCrawlReport(report: CrawlReport, now: number, next: readonly Proposal[]): string {
  const { status, progress } = report;
  const speed = progress.elapsedMs === 0 ? 0 : (progress.pages * 1_000) / progress.elapsedMs;
  const found = facts([
    [
      'fetched',
      `${formatCount(progress.pages, 'page')}, ${formatBytes(progress.bytes)}, in ${formatDuration(progress.elapsedMs)} (${formatRate(speed)}/s)`,
    ],
    ['of these', outcomeCounts(report.outcomes)],
    ['kept', nothingKept(report)],
    ['scripts', scriptsNeeded(report)],
    ['records', status.records === undefined ? undefined : formatNumber(status.records)],
    ['pending', status.pending === 0 ? undefined : pendingUrls(status)],
    ['next due', status.nextDueAt === undefined ? undefined : formatRelativeTime(status.nextDueAt, now)],
    ...report.places.map(({ what, path }) => [what, path] as const),
  ]);
  const reasons = progress.pages === 0 && status.left === undefined ? status.reasons : [];
  const view: View = [
    [note(`${endOf(report)}.`)],
    [found],
    ...viewLeft(status, now),
    ...reasons.map((reason) => [note(reason)]),
  ];
  const proposed = fields(next.map(({ line, purpose }) => [`  ${line}`, purpose]));
  return `${renderView(view, String)}${next.length === 0 ? '' : `\nNext:\n${proposed}`}`;
}

const kept: readonly OutcomeKind[] = ['stored', 'unchanged', 'duplicate', 'converting'];
const shownReasons = 3;

/** Why a crawl kept nothing; undefined: it kept something, or fetched nothing. */
export function nothingKept({
  outcomes,
  reasons,
}: Pick<CrawlReport, 'outcomes' | 'reasons'>): string | undefined {
  if (reasons.length === 0 || kept.some((kind) => (outcomes[kind] ?? 0) > 0)) return undefined;
  const [only] = reasons;
  const shown =
    reasons.length === 1 && only?.count === 1
      ? [only.name]
      : reasons.slice(0, shownReasons).map(({ name, count }) => `${formatNumber(count)} × ${name}`);
  const more = reasons.length - shown.length;
  return printable(
    `nothing: ${shown.join('; ')}${more > 0 ? `; and ${formatCount(more, 'more reason')}` : ''}`,
  );
}

function scriptsNeeded({ needScripts }: CrawlReport): string | undefined {
  if (needScripts === undefined) return undefined;
  return `${formatCount(needScripts, 'page')} ${needScripts === 1 ? 'is' : 'are'} made by scripts, which are not run: their records are marked (needsScripts)`;
}

/** A rule that stopped it says why. */
function endOf({ end, status, patienceMs }: CrawlReport): string {
  const { pause, left } = status;
  if (end === 'done' && left !== undefined)
    return `Nothing more is due within ${formatDuration(patienceMs)} (crawl.patience)`;
  return end === 'paused' && pause !== undefined && madeBy(pause) === 'rule'
    ? `Stopped, by ${printable(pause.reason)}`
    : ends[end];
}
