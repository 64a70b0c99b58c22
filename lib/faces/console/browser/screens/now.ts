import { useMemo } from 'preact/hooks';
import {
  formatBytes,
  formatDuration,
  formatNumber,
  formatRate,
  formatRelativeTime,
  formatTime,
} from '../../../../base/quantity.ts';
import type { ControlAnswer } from '../../../../domain/control/command.ts';
import type { CostReport } from '../../../../domain/cost/report.ts';
import { describeLeft, pendingUrls } from '../../../../domain/focus/work-left.ts';
import type { Status } from '../../../../pipeline/report/reports.ts';
import { Act } from '../base/act.ts';
import { ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { touched } from '../base/effects.ts';
import { html } from '../base/html.ts';
import { type Live, useLive } from '../base/live.ts';
import { Facts, Foreign, type ScreenProps, Trouble } from '../base/parts.ts';
import { Plot, type PlotPoint } from '../base/plot.ts';

const [everyMs, costEveryMs] = [2_000, 30_000];
/** Five minutes of looks. */
const mostLooks = 150;

/** What was seen of each job since the page was opened, whichever screen is shown. */
const looks = new Map<string, Look[]>();

interface Look extends Pick<Status, 'fetched' | 'health'> {
  readonly at: number;
}

function lookedAt(job: string, { fetched, health }: Status, at: number): readonly Look[] {
  const seen = looks.get(job) ?? [];
  looks.set(job, seen);
  if (seen.at(-1)?.at !== at) seen.push({ at, fetched, ...(health === undefined ? {} : { health }) });
  if (seen.length > mostLooks) seen.shift();
  return seen;
}

/** Pages a second from each look to the next. */
function pacesIn(seen: readonly Look[]): readonly PlotPoint[] {
  return seen.slice(1).map(({ at, fetched }, before) => {
    const { at: then = at, fetched: had = fetched } = seen[before] ?? {};
    return { at, value: Math.max(0, fetched - had) / Math.max(0.001, (at - then) / 1_000) };
  });
}

function harvestsIn(seen: readonly Look[]): readonly PlotPoint[] {
  return seen.flatMap(({ at, health }) =>
    health?.recent === undefined ? [] : [{ at, value: health.recent }],
  );
}

/** State with its reason, pace, harvest, what is spent, what waits and why. */
export function Now({ job }: ScreenProps) {
  const status = useLive<Status>(ofJob(job, 'status'), everyMs);
  const cost = useLive<CostReport>(ofJob(job, 'cost'), costEveryMs);
  const { data: now, at = Date.now(), problem } = status;
  const seen = useMemo(() => (now === undefined ? [] : [...lookedAt(job, now, at)]), [job, now]);
  if (now === undefined) return html`<${Trouble} problem=${problem} />`;
  return html`<${Trouble} problem=${problem} />
    <${State} now=${now} renew=${status.renew} />
    <section aria-labelledby="pace"><h2 id="pace">Pace</h2><${Facts} of=${paceOf(now, at)} /><${Plot} title="Pages a second" of=${pacesIn(seen)} /></section>
    <section aria-labelledby="harvest"><h2 id="harvest">Harvest</h2><${Harvest} now=${now} seen=${seen} /></section>
    <section aria-labelledby="spent"><h2 id="spent">Spent</h2><${Spent} cost=${cost} now=${now} /></section>
    <section aria-labelledby="waits"><h2 id="waits">What waits, and why</h2><${Waits} now=${now} at=${at} /></section>`;
}

/** What may be done with a job in such a state. */
const orders: Readonly<Record<Status['state'], readonly (keyof typeof labels)[]>> = {
  open: ['pause', 'drain', 'stop'],
  draining: ['continue', 'pause', 'stop'],
  paused: ['continue', 'stop'],
  stopped: ['open'],
};
const labels = { pause: 'Pause', drain: 'Drain', stop: 'Stop', continue: 'Continue', open: 'Open' } as const;

function State({ now, renew }: { readonly now: Status; renew(): void }) {
  const { session } = useAround();
  const { job, state, pause } = now;
  const offered = orders[state].map(
    (order) =>
      html`<${Act} key=${order} label=${labels[order]} path=${ofJob(job, order)} effect=${(answer: ControlAnswer) => touched(answer)} done=${renew} />`,
  );
  // On a stack the schedule crawls.
  const crawl =
    state === 'open' && !session.isStack
      ? html`<${Act} label="Crawl" about=${`Crawl ${job} here until nothing more is due`} isPlain path=${ofJob(job, 'crawl')} effect=${() => ''} done=${renew} />`
      : '';
  return html`<section aria-label="State">
    <p class="state ${state}"><strong>${state}</strong>${
      pause === undefined || state === 'open'
        ? ''
        : html` since ${formatTime(pause.at)} UTC: <${Foreign} text=${pause.reason} />`
    }</p>
    ${now.reasons.length === 0 ? '' : html`<ul class="reasons">${now.reasons.map((reason) => html`<li key=${reason}><${Foreign} text=${reason} most=${400} /></li>`)}</ul>`}
    <p class="buttons">${crawl}${offered}</p>
  </section>`;
}

function paceOf(now: Status, at: number): readonly (readonly [string, string | undefined])[] {
  const { pagesPerSecond, hosts, dueLagMs, nextDueAt, pagesToday, ceiling } = now;
  return [
    ['pages a second', pagesPerSecond === undefined ? undefined : formatRate(pagesPerSecond)],
    ['fetched', formatNumber(now.fetched)],
    ['read', formatBytes(now.bytes)],
    ['records', now.records === undefined ? undefined : formatNumber(now.records)],
    ['pending', pendingUrls(now)],
    ['hosts at work', formatNumber(hosts.ticketed)],
    ['hosts due, now or later', formatNumber(hosts.due)],
    ['hosts with nothing to do', formatNumber(hosts.idle)],
    ['the most overdue host waits', dueLagMs === undefined ? undefined : formatDuration(dueLagMs)],
    ['next host due', nextDueAt === undefined ? undefined : formatRelativeTime(nextDueAt, at)],
    [
      'today',
      ceiling === undefined
        ? undefined
        : `${formatNumber(pagesToday ?? 0)} of ${formatNumber(ceiling)} pages`,
    ],
  ];
}

const percent = (share: number | undefined): string | undefined =>
  share === undefined ? undefined : `${(100 * share).toFixed(1)} %`;

function Harvest({
  now: { health, harvest },
  seen,
}: {
  readonly now: Status;
  readonly seen: readonly Look[];
}) {
  if (health === undefined) return html`<p class="quiet">The job has no topic: every page is kept.</p>`;
  const { recent, usual, state, advice } = health;
  return html`<${Facts} of=${[
    ['lately', percent(recent)],
    ['usually', percent(usual)],
    ['kept', `${formatNumber(harvest.kept)} of ${formatNumber(harvest.judged)} judged`],
    ['health', state],
  ]} /><${Plot} title="Harvest" of=${harvestsIn(seen)} say=${percent} />${advice.length === 0 ? '' : html`<ul>${advice.map((one) => html`<li key=${one}><${Foreign} text=${one} most=${400} /></li>`)}</ul>`}`;
}

function Spent({ cost, now }: { readonly cost: Live<CostReport>; readonly now: Status }) {
  const { data } = cost;
  const rules = (now.stop ?? []).map(
    ({ rule, limit, now: come }) =>
      [
        `stops by ${rule}`,
        `${come === undefined ? 'not known' : formatNumber(come)} of ${formatNumber(limit)}`,
      ] as const,
  );
  if (data === undefined) return html`<${Trouble} problem=${cost.problem} /><${Facts} of=${rules} />`;
  const { budget, forecast } = data;
  const basis = data.basis === 'billed' ? 'by list prices' : 'what AWS would take; here nothing is billed';
  return html`<${Facts} of=${[
    [`${data.month}, ${basis}`, dollars(data.dollars)],
    ['forecast for the month', dollars(forecast.dollars)],
    ['budget', budget && `${dollars(budget.spent)} of ${dollars(budget.limit)} a month`],
    ...rules,
  ]} />`;
}

const dollars = (sum: number): string => `$${sum.toFixed(sum >= 0.01 || sum === 0 ? 2 : 6)}`;

function Waits({ now, at }: { readonly now: Status; readonly at: number }) {
  const { left = [] } = now;
  if (left.length === 0) return html`<p class="quiet">Nothing waits.</p>`;
  return html`<ul>${left.map((one) => html`<li key=${one.why}>${describeLeft(one, at).what}</li>`)}</ul>`;
}
