import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatRate,
  formatRelativeTime,
  formatTime,
} from '../../../lib/base/quantity.ts';
import { domainOf } from '../../../lib/domain/domains/domain-credit.ts';
import type { Status } from '../../../lib/runtime/shared/installation.ts';
import { clip, fields, printable } from '../base/table.ts';
import { harvestLine, stopLine, unwell } from '../crawl/health.ts';
import { pendingUrls, whatIsLeft } from '../crawl/left.ts';
import { outcomeCounts } from '../crawl/outcome.ts';
import { stageLine } from '../crawl/stage.ts';

/** How a crawl stands. @param now epoch ms */
export function renderStatus(status: Status, now: number): string {
  const { hosts } = status;
  const text = fields([
    ['job', `${status.job} (${state(status)}, settings ${status.config})`],
    [
      'hosts',
      `${formatNumber(hosts.due)} due now or later, ${formatNumber(hosts.ticketed)} at work or about to, ${formatNumber(hosts.idle)} ${status.inboxes ? 'idle' : 'with nothing to do'}`,
    ],
    ['failing', failing(status, now)],
    ['failing jobs', status.failingOthers?.join(', ')],
    ['quarantined', quarantined(status, now)],
    ['due lag', dueLag(status)],
    ['next due', status.nextDueAt === undefined ? undefined : formatRelativeTime(status.nextDueAt, now)],
    ['pending', pendingUrls(status)],
    ['on hold', onHold(status)],
    [
      'fetched',
      `${formatCount(status.fetched, 'page')}, ${formatBytes(status.bytes)}: ${outcomeCounts(status.outcomes)}`,
    ],
    ['topic', changedTopic(status)],
    ['harvest', harvestLine(status)],
    ['strategy', stageLine(status)],
    ['stops', stopLine(status)],
    ['revisits', revisits(status)],
    ['unsupported', unsupported(status.unsupported)],
    ['failed plug-ins', times(status.pluginFailures)],
    ['over budget', overBudget(status.overBudget)],
    ['waiting hosts', waiting(status.waiting)],
    ['records', status.records === undefined ? 'too many to count now' : formatNumber(status.records)],
    [
      'link segments',
      status.openSegments === 0 ? undefined : `${formatNumber(status.openSegments)} to be recycled`,
    ],
    ['TLS unchecked', status.insecureTls?.join(', ')],
    ['today', today(status)],
    [
      'speed',
      status.pagesPerSecond === undefined ? undefined : `${formatRate(status.pagesPerSecond)} pages/s`,
    ],
  ]);
  const held =
    whatIsLeft(status, now) + unwell(status) + parked(status.parked, now) + heldRegions(status.heldRegions);
  const reasons = status.reasons.map((reason) => `  ${printable(reason)}\n`).join('');
  return reasons === '' ? text + held : `${text}${held}\nNothing moves:\n${reasons}`;
}

/** The dispatcher of a stack looks each minute, that of one machine every few seconds. */
const longLagMs = 150_000;

/** Where the first host is due later (`nextDueAt`), what is due now only wakes hosts, and may be left over from a turn that has ended. */
function dueLag({ dueLagMs, nextDueAt, state, hosts }: Status): string | undefined {
  if (dueLagMs === undefined) return undefined;
  const isIdle = state === 'open' && hosts.ticketed === 0 && nextDueAt === undefined;
  const why =
    isIdle && dueLagMs >= longLagMs
      ? ': no turn is given out; on one machine `winnow crawl` does that, on AWS the schedule `dispatch`'
      : '';
  return `${formatDuration(dueLagMs)}${why}`;
}

/** What breaks off for the job in the rounds of dispatcher and recycler. */
function failing({ failing: failures }: Status, now: number): string | undefined {
  return failures
    ?.map(
      ({ work, code, message, since, at }) =>
        `${work} since ${formatTime(since)} UTC, last ${formatRelativeTime(at, now)} (${code}: ${printable(clip(message, 200))})`,
    )
    .join('; ');
}

function changedTopic({ topicChangedAt }: Status): string | undefined {
  if (topicChangedAt === undefined) return undefined;
  return `changed on ${formatTime(topicChangedAt)} UTC, after pages were judged: \`winnow reclassify\` applies it to them`;
}

/** Hosts whose turns fail, whatever their servers answer. */
function quarantined({ quarantined: hosts }: Status, now: number): string | undefined {
  return hosts
    ?.map(
      ({ host, since, until, code, message }) =>
        `${host} since ${formatTime(since)} UTC, tried again ${formatRelativeTime(until, now)} (${code}: ${printable(clip(message, 200))})`,
    )
    .join('; ');
}

const shownHolds = 3;

/** What people hold, the latest first. */
function onHold({ holds = [] }: Status): string | undefined {
  if (holds.length === 0) return undefined;
  const shown = holds
    .toReversed()
    .slice(0, shownHolds)
    .map(({ what, verb, reason }) => `${what} (${verb}: ${clip(reason, 60)})`);
  const more = holds.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

function revisits({ revisits: state }: Status): string | undefined {
  if (state === undefined) return undefined;
  const share = `${Math.round(100 * state.share)} % of the fetches where new pages wait too`;
  const planned = state.perDay === undefined ? '' : `, ${formatRate(state.perDay)} a day planned`;
  const { maintains } = state;
  const why =
    maintains === undefined
      ? ''
      : `; since ${formatTime(maintains.since)} UTC before new pages: ${maintains.reason}`;
  return share + planned + why;
}

function today({ pagesToday = 0, ceiling }: Status): string | undefined {
  return ceiling === undefined
    ? undefined
    : `${formatCount(pagesToday, 'page')} of at most ${formatNumber(ceiling)}`;
}

function state(status: Status): string {
  if (status.state === 'open') return 'open';
  if (status.pause === undefined) return status.state;
  return `${status.state} since ${formatTime(status.pause.at)} UTC: ${printable(status.pause.reason)}`;
}

function unsupported(types: Status['unsupported']): string | undefined {
  const sorted = Object.entries(types ?? {}).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return sorted.length === 0
    ? undefined
    : sorted.map(([type, number]) => `${formatNumber(number)} ${type}`).join(', ');
}

/** Plug-ins and how often each failed, most often first. */
function times(failures: Status['pluginFailures']): string | undefined {
  const sorted = Object.entries(failures ?? {}).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  if (sorted.length === 0) return undefined;
  return sorted.map(([id, number]) => `${id} (${formatCount(number, 'time')})`).join(', ');
}

function overBudget(kept: Status['overBudget']): string | undefined {
  if (kept === undefined) return undefined;
  const what = `${formatCount(kept.held, 'URL')} held, ${formatCount(kept.cut, 'link')} not taken in`;
  return `${what}, of ${formatCount(kept.hosts, 'host')}`;
}

/** Hosts that keep failing: a line for each. */
function parked(hosts: Status['parked'], now: number): string {
  if (hosts === undefined) return '';
  const lines = hosts.longest.map(({ host, since, reason, probeAt, givenUp }) => {
    const again = probeAt === undefined ? 'asked now' : `asked again ${formatRelativeTime(probeAt, now)}`;
    const next = givenUp ? 'given up until something new leads to it' : again;
    return `${host} since ${formatTime(since)} UTC (${reason}), ${next}`;
  });
  const more = hosts.hosts - lines.length;
  const all = [...lines, ...(more > 0 ? [`and ${formatCount(more, 'other host')}`] : [])];
  const what = `${formatCount(hosts.hosts, 'host')} with ${formatCount(hosts.pending, 'pending URL')}`;
  return `\nParked, because they keep failing (${what}):\n${all.map((line) => `  ${line}\n`).join('')}`;
}

const maxPlaces = 20;

/** What is held by its region: a line for each place, with the region that most URLs have. */
function heldRegions(held: Status['heldRegions']): string {
  if (held === undefined) return '';
  const lines = held.slice(0, maxPlaces).flatMap(({ host, held: number, regions }) => {
    const [most] = regions;
    if (most === undefined) return [];
    const others = regions.length === 1 ? '' : ` and ${formatCount(regions.length - 1, 'other region')}`;
    const example = most.examples[0] === undefined ? '' : `, such as ${most.examples[0]}`;
    return [`${host}${most.region} (${most.why})${others}: ${formatCount(number, 'URL')} held${example}`];
  });
  const more = held.length - lines.length;
  const all = [...lines, ...(more > 0 ? [`and ${formatCount(more, 'other place')}`] : [])];
  return `\nHeld, because such pages bring nothing new, or lead to nothing but more of themselves (\`winnow regions\`):\n${all.map((line) => `  ${line}\n`).join('')}`;
}

/** `from example.org`: hosts that a domain leads to. */
function nameOf(account: string): string {
  const domain = domainOf(account);
  return domain === account ? domain : `from ${domain}`;
}

/** Hosts that may not be tried yet. */
function waiting(hosts: Status['waiting']): string | undefined {
  if (hosts === undefined) return undefined;
  const named = hosts.domains.map(({ domain, hosts: number }) => `${nameOf(domain)} ${formatNumber(number)}`);
  const others = hosts.hosts - hosts.domains.reduce((sum, one) => sum + one.hosts, 0);
  const more = others > 0 ? [`others ${formatNumber(others)}`] : [];
  return `${formatCount(hosts.hosts, 'host')} held, as others of their domain or of the page that leads to them bring nothing new, or are being tried (budgets.newHosts): ${[...named, ...more].join(', ')}`;
}
