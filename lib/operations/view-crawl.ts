import type { OutcomeKind } from '../base/fetch/outcome.ts';
import { outcomeCounts } from '../base/fetch/outcome-counts.ts';
import { printable } from '../base/printable.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatRate,
  formatRelativeTime,
} from '../base/quantity.ts';
import { madeBy } from '../domain/control/pause.ts';
import { harvestPercent } from '../domain/focus/harvest-counts.ts';
import { describeLeft, pendingUrls } from '../domain/focus/work-left.ts';
import type { CrawlProgress, CrawlReport } from '../pipeline/operation/crawler.ts';
import type { Seen } from '../pipeline/operation/operation.ts';
import { facts, headed, note, type View } from '../pipeline/operation/view.ts';
import type { Status } from '../pipeline/report/reports.ts';

/** How a crawl goes, on one line. */
export function progressLine(progress: CrawlProgress): string {
  const { harvest, waitMs } = progress;
  return [
    formatDuration(Math.floor(progress.elapsedMs / 1_000) * 1_000),
    formatCount(progress.pages, 'page'),
    `${formatRate(progress.pagesPerSecond)}/s`,
    `${formatNumber(progress.activeHosts)} of ${formatCount(progress.hosts, 'host')} at work`,
    `${formatNumber(progress.pending)} pending`,
    formatCount(progress.errors, 'error'),
    formatBytes(progress.bytes),
    ...(harvest === undefined
      ? []
      : [`harvest ${harvestPercent(harvest.recent)} lately${harvest.fallen ? ', fallen' : ''}`]),
    ...(waitMs === undefined ? [] : [`every host waits, the first for ${formatDuration(waitMs)}`]),
  ].join(' · ');
}

const ends = {
  done: 'Nothing more is due',
  time: 'The time is over',
  pages: 'The pages that were asked for are fetched',
  interrupted: 'Interrupted; the running turns were finished',
  paused: 'The crawl is paused',
} as const satisfies Record<CrawlReport['end'], string>;

/** What a crawl found, where it lies, what to try next. */
export function viewCrawl(report: CrawlReport, { now, order }: Pick<Seen<unknown>, 'now' | 'order'>): View {
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
  const next = proposalsAfter(report).map(([name, purpose]) => [`  ${order(name)}`, purpose] as const);
  return [
    [note(`${endOf(report)}.`)],
    [found],
    ...viewLeft(status, now),
    ...reasons.map((reason) => [note(reason)]),
    [note('Next:'), facts(next)],
  ];
}

/** What a crawl has left and why it waits, with the command that shows more; and where it fares badly, why and what to do. */
export function viewLeft({ left = [], health }: Pick<Status, 'left' | 'health'>, now: number): View {
  const waits = left.map((one) => {
    const { what, show } = describeLeft(one, now);
    return `${what} (\`${show}\`)`;
  });
  const since = health?.since === undefined ? '' : `, since ${formatNumber(health.since)} pages were judged`;
  const unwell = `The crawl shows ${health?.state} (${health?.cause}${since}):`;
  return [headed('Left:', waits), headed(unwell, health?.advice ?? [])];
}

/** What can be asked for after a crawl, and what it is good for. */
function proposalsAfter({ end, status }: CrawlReport): readonly (readonly [string, string])[] {
  const resume = status.state === 'stopped' ? 'open' : 'continue';
  return [
    ...(end === 'paused' ? [[resume, 'resumes the crawl'] as const] : []),
    ...(end === 'done' ? [] : [['crawl', 'continues where this crawl ended'] as const]),
    ...(status.records === 0 ? [] : [['records', 'lists the collection'] as const]),
    ['report', 'writes a report as an HTML page'],
    ['status', 'shows the state of the crawl'],
    ['why URL', 'explains what happens to a URL'],
  ];
}

const kept: readonly OutcomeKind[] = ['stored', 'unchanged', 'duplicate', 'converting'];
const shownReasons = 3;

/** Why a crawl kept nothing; undefined: it kept something, or fetched nothing. */
function nothingKept({ outcomes, reasons }: Pick<CrawlReport, 'outcomes' | 'reasons'>): string | undefined {
  if (reasons.length === 0 || kept.some((kind) => (outcomes[kind] ?? 0) > 0)) return undefined;
  const [only] = reasons;
  const shown =
    reasons.length === 1 && only?.count === 1
      ? [only.name]
      : reasons.slice(0, shownReasons).map(({ name, count }) => `${formatNumber(count)} × ${name}`);
  const more = reasons.length - shown.length;
  return `nothing: ${shown.join('; ')}${more > 0 ? `; and ${formatCount(more, 'more reason')}` : ''}`;
}

/** Outcomes of visits that brought no page to read. */
const without: readonly string[] = ['failed', 'gone', 'forbidden', 'denied', 'redirected', 'over-budget'];

/**
 * That a job never had a page, and why: no seed could be fetched, or may be. Of a crawl that other processes ran, the reasons are not
 * known.
 */
export function lackOfAnswer(
  report: Pick<CrawlReport, 'end' | 'status' | 'outcomes' | 'reasons'>,
): string | undefined {
  const { end, status } = report;
  const had = Object.entries(status.outcomes).filter(([, count]) => count > 0);
  if (end !== 'done' || had.some(([kind]) => !without.includes(kind))) return undefined;
  if (had.length === 0 && !status.left?.some(({ why }) => why === 'back-off')) return undefined;
  const why =
    nothingKept(report)?.replace('nothing: ', '') ??
    (had.length === 0 ? 'no host of the seeds has answered' : outcomeCounts(status.outcomes));
  return `no seed could be had: ${why}; \`winnow why URL\` shows more, \`winnow doctor\` asks all these hosts`;
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
