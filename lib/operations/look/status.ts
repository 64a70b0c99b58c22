import { outcomeCounts } from '../../base/fetch/outcome-counts.ts';
import { clip } from '../../base/printable.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatRate,
  formatRelativeTime,
  formatTime,
} from '../../base/quantity.ts';
import { domainOf } from '../../domain/domains/account.ts';
import { harvestPercent } from '../../domain/focus/harvest-counts.ts';
import type { StopProgress } from '../../domain/focus/stop-rules.ts';
import { pendingUrls } from '../../domain/focus/work-left.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { facts, headed } from '../../pipeline/operation/view.ts';
import type { Status } from '../../pipeline/report/reports.ts';
import { viewLeft } from '../view-crawl.ts';

/** How a crawl stands, and why nothing is fetched. */
export const status = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: ({ of, status: read }) => read(of.name),
  view: (now, seen) => [
    [factsOf(now, seen.now)],
    ...viewLeft(now, seen.now),
    parked(now.parked, seen.now),
    heldRegions(now.heldRegions),
    headed('Nothing moves:', now.reasons),
  ],
});

function factsOf(status: Status, now: number) {
  const { hosts, records, nextDueAt, pagesPerSecond, openSegments } = status;
  const workless = status.inboxes ? 'idle' : 'with nothing to do';
  return facts([
    ['job', `${status.job} (${stateOf(status)}, settings ${status.config})`],
    [
      'hosts',
      `${formatNumber(hosts.due)} due now or later, ${formatNumber(hosts.ticketed)} at work or about to, ${formatNumber(hosts.idle)} ${workless}`,
    ],
    ['failing', failing(status.failing, now)],
    ['failing jobs', status.failingOthers?.join(', ')],
    ['quarantined', quarantined(status.quarantined, now)],
    ['due lag', dueLag(status)],
    ['next due', nextDueAt === undefined ? undefined : formatRelativeTime(nextDueAt, now)],
    ['pending', pendingUrls(status)],
    ['on hold', onHold(status)],
    [
      'fetched',
      `${formatCount(status.fetched, 'page')}, ${formatBytes(status.bytes)}: ${outcomeCounts(status.outcomes)}`,
    ],
    ['topic', changedTopic(status)],
    ['harvest', harvest(status.health)],
    ['strategy', stageOf(status.strategy)],
    ['stops', status.stop?.map(ruleText).join(', ')],
    ['revisits', revisits(status.revisits)],
    ['unsupported', mostFirst(status.unsupported, (type, number) => `${formatNumber(number)} ${type}`)],
    [
      'failed plug-ins',
      mostFirst(status.pluginFailures, (id, number) => `${id} (${formatCount(number, 'time')})`),
    ],
    ['over budget', overBudget(status.overBudget)],
    ['waiting hosts', waiting(status.waiting)],
    ['records', records === undefined ? 'too many to count now' : formatNumber(records)],
    ['link segments', openSegments === 0 ? undefined : `${formatNumber(openSegments)} to be recycled`],
    ['TLS unchecked', status.insecureTls?.join(', ')],
    ['today', today(status)],
    ['speed', pagesPerSecond === undefined ? undefined : `${formatRate(pagesPerSecond)} pages/s`],
  ]);
}

function stateOf({ state, pause }: Status): string {
  if (state === 'open' || pause === undefined) return state;
  return `${state} since ${formatTime(pause.at)} UTC: ${pause.reason}`;
}

/** What breaks off for the job in the rounds of dispatcher and recycler. */
function failing(failures: Status['failing'], now: number): string | undefined {
  return failures
    ?.map(
      ({ work, code, message, since, at }) =>
        `${work} since ${formatTime(since)} UTC, last ${formatRelativeTime(at, now)} (${code}: ${clip(message, 200)})`,
    )
    .join('; ');
}

function changedTopic({ topicChangedAt: at }: Status): string | undefined {
  if (at === undefined) return undefined;
  return `changed on ${formatTime(at)} UTC, after pages were judged: \`winnow reclassify\` applies it to them`;
}

function today({ pagesToday = 0, ceiling }: Status): string | undefined {
  if (ceiling === undefined) return undefined;
  return `${formatCount(pagesToday, 'page')} of at most ${formatNumber(ceiling)}`;
}

/** Hosts whose turns fail, whatever their servers answer. */
function quarantined(hosts: Status['quarantined'], now: number): string | undefined {
  return hosts
    ?.map(
      ({ host, since, until, code, message }) =>
        `${host} since ${formatTime(since)} UTC, tried again ${formatRelativeTime(until, now)} (${code}: ${clip(message, 200)})`,
    )
    .join('; ');
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

/** How the harvest stands; undefined without a topic or a page. */
function harvest(health: Status['health']): string | undefined {
  if (health?.recent === undefined || health.usual === undefined) return undefined;
  const { kept, judged, recent, usual, state } = health;
  const all = `${harvestPercent(kept / judged)}: ${formatNumber(kept)} of ${formatNumber(judged)} pages judged were kept`;
  return `${all}; ${harvestPercent(recent)} lately (usually ${harvestPercent(usual)}): ${state}`;
}

/** In which stage a job with a strategy is, and what ends it. */
function stageOf(strategy: Status['strategy']): string | undefined {
  if (strategy === undefined) return undefined;
  const { stage, number, stages, objectives, ended } = strategy;
  const limits = limitsOf(strategy);
  const ends = limits.length === 0 ? 'no objective' : `ends at ${limits.join(', or ')}`;
  const whose =
    objectives.of === 'site'
      ? `each site goes on by itself; this stage ${ends} (\`winnow strategy\` shows each)`
      : ends;
  const last = ended.at(-1);
  const before = last === undefined ? '' : `; '${clip(last.name, 30)}' ended: ${last.why}`;
  return `stage ${number} of ${stages}, '${clip(stage, 30)}': ${whose}${before}`;
}

/** The limits of a stage, those of a job with how far it is. */
function limitsOf({ objectives, sums }: NonNullable<Status['strategy']>): readonly string[] {
  const { of, pages, relevant, targets, timeMs, yield: share } = objectives;
  const limit = (now: number, most: number | undefined, what: string): readonly string[] =>
    most === undefined
      ? []
      : [`${of === 'job' ? `${formatNumber(now)} of ` : ''}${formatNumber(most)} ${what}`];
  return [
    ...limit(sums.pages, pages, 'pages'),
    ...limit(sums.relevant, relevant, 'relevant pages'),
    ...limit(sums.targets, targets, 'targets tried'),
    ...(timeMs === undefined ? [] : [`the end of ${formatDuration(timeMs)}`]),
    ...(share === undefined
      ? []
      : [`less than ${share.below * 100} % relevant of ${formatNumber(share.over)} pages`]),
  ];
}

/** A rule by which the job stops, with how far the crawl is. */
function ruleText({ rule, limit, now }: StopProgress): string {
  switch (rule) {
    case 'pages':
      return `after ${formatNumber(limit)} pages (${formatNumber(now ?? 0)})`;
    case 'bytes':
      return `after ${formatBytes(limit)} (${formatBytes(now ?? 0)})`;
    case 'timeMs':
      return `after ${formatDuration(limit)} (${formatDuration(now ?? 0)})`;
    case 'dollars':
      return `at $${limit} (${now === undefined ? 'nothing is billed on one machine: not applicable' : `$${now.toFixed(4)}`})`;
    case 'harvest':
      return `below a harvest of ${harvestPercent(limit)} (${now === undefined ? 'too few pages yet' : harvestPercent(now)})`;
  }
}

function revisits(state: Status['revisits']): string | undefined {
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

function mostFirst(
  counts: Readonly<Record<string, number>> | undefined,
  say: (name: string, count: number) => string,
): string | undefined {
  const sorted = Object.entries(counts ?? {}).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return sorted.length === 0 ? undefined : sorted.map(([name, count]) => say(name, count)).join(', ');
}

function overBudget(kept: Status['overBudget']): string | undefined {
  if (kept === undefined) return undefined;
  const what = `${formatCount(kept.held, 'URL')} held, ${formatCount(kept.cut, 'link')} not taken in`;
  return `${what}, of ${formatCount(kept.hosts, 'host')}`;
}

/** Hosts that may not be tried yet. */
function waiting(hosts: Status['waiting']): string | undefined {
  if (hosts === undefined) return undefined;
  const named = hosts.domains.map(({ domain, hosts: number }) => `${nameOf(domain)} ${formatNumber(number)}`);
  const others = hosts.hosts - hosts.domains.reduce((sum, one) => sum + one.hosts, 0);
  const more = others > 0 ? [`others ${formatNumber(others)}`] : [];
  return `${formatCount(hosts.hosts, 'host')} held, as others of their domain or of the page that leads to them bring nothing new, or are being tried (budgets.newHosts): ${[...named, ...more].join(', ')}`;
}

/** `from example.org`: hosts that a domain leads to. */
function nameOf(account: string): string {
  const domain = domainOf(account);
  return domain === account ? domain : `from ${domain}`;
}

/** Hosts that keep failing: a line for each. */
function parked(hosts: Status['parked'], now: number) {
  const lines = (hosts?.longest ?? []).map(({ host, since, reason, probeAt, givenUp }) => {
    const again = probeAt === undefined ? 'asked now' : `asked again ${formatRelativeTime(probeAt, now)}`;
    const next = givenUp ? 'given up until something new leads to it' : again;
    return `${host} since ${formatTime(since)} UTC (${reason}), ${next}`;
  });
  const { hosts: all = 0, pending = 0 } = hosts ?? {};
  const more = all > lines.length ? [`and ${formatCount(all - lines.length, 'other host')}`] : [];
  const what = `${formatCount(all, 'host')} with ${formatCount(pending, 'pending URL')}`;
  return headed(`Parked, because they keep failing (${what}):`, [...lines, ...more]);
}

const maxPlaces = 20;

/** What is held by its region: a line for each place, with the region that most URLs have. */
function heldRegions(held: Status['heldRegions'] = []) {
  const lines = held.slice(0, maxPlaces).flatMap(({ host, held: number, regions }) => {
    const [most] = regions;
    if (most === undefined) return [];
    const others = regions.length === 1 ? '' : ` and ${formatCount(regions.length - 1, 'other region')}`;
    const example = most.examples[0] === undefined ? '' : `, such as ${most.examples[0]}`;
    return [`${host}${most.region} (${most.why})${others}: ${formatCount(number, 'URL')} held${example}`];
  });
  const more = held.length - lines.length;
  return headed(
    'Held, because such pages bring nothing new, or lead to nothing but more of themselves (`winnow regions`):',
    [...lines, ...(more > 0 ? [`and ${formatCount(more, 'other place')}`] : [])],
  );
}
