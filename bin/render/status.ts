import type { Status } from '../../lib/runtime/installation.ts';
import { outcomeCounts } from './outcome.ts';
import { count, counted, duration, instant, rate, relative, size } from './quantity.ts';
import { fields } from './table.ts';

/** How a crawl stands. @param now epoch ms */
export function renderStatus(status: Status, now: number): string {
  const { hosts } = status;
  const text = fields([
    ['job', `${status.job} (${state(status)}, settings ${status.config})`],
    [
      'hosts',
      `${count(hosts.due)} due, ${count(hosts.ticketed)} at work or about to, ${count(hosts.idle)} with nothing to do`,
    ],
    ['due lag', status.dueLagMs === undefined ? undefined : duration(status.dueLagMs)],
    ['next due', status.nextDueAt === undefined ? undefined : relative(status.nextDueAt, now)],
    ['pending', counted(status.pending, 'URL')],
    [
      'fetched',
      `${counted(status.fetched, 'page')}, ${size(status.bytes)}: ${outcomeCounts(status.outcomes)}`,
    ],
    ['unsupported', unsupported(status.unsupported)],
    ['records', count(status.records)],
    ['link segments', status.openSegments === 0 ? undefined : `${count(status.openSegments)} to be recycled`],
    ['today', today(status)],
    ['speed', status.pagesPerSecond === undefined ? undefined : `${rate(status.pagesPerSecond)} pages/s`],
  ]);
  const reasons = status.reasons.map((reason) => `  ${reason}\n`).join('');
  return reasons === '' ? text : `${text}\nNothing moves:\n${reasons}`;
}

function today({ pagesToday, ceiling }: Status): string | undefined {
  return ceiling === undefined ? undefined : `${counted(pagesToday, 'page')} of at most ${count(ceiling)}`;
}

function state(status: Status): string {
  if (status.state === 'open') return 'open';
  if (status.pause === undefined) return 'paused';
  return `paused since ${instant(status.pause.at)} UTC: ${status.pause.reason}`;
}

function unsupported(types: Status['unsupported']): string | undefined {
  const sorted = Object.entries(types ?? {}).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return sorted.length === 0
    ? undefined
    : sorted.map(([type, number]) => `${count(number)} ${type}`).join(', ');
}
