import { bytes, escaped, foreign, instant, some, span, whole } from '../../base/html/text.ts';
import { harvestPercent } from '../focus/harvest-counts.ts';
import { objectTable, row, short, table, unbroken } from './cells.ts';

/** What came of a button: jobs that were touched as a table, anything else as names and values. */
export function answerBox(answer: unknown): string {
  const { command, jobs, dryRun, repeated, goesOn, requestId } = (answer ?? {}) as ControlLike;
  const touched = Array.isArray(jobs) && jobs.every(isTouched) ? jobs : undefined;
  const said = [
    dryRun === true ? 'Nothing was changed: this is what it would touch.' : '',
    repeated === true ? 'It was done before; nothing was done again.' : '',
    dryRun !== true && repeated !== true && touched !== undefined ? done(command, touched) : '',
    goesOn === true ? `It goes on in slices, as ${escaped(String(requestId))}.` : '',
  ].filter((one) => one !== '');
  const head = said.length === 0 ? '' : `<p>${said.join(' ')}</p>`;
  if (touched === undefined) {
    const { repeated: _, dryRun: __, ...rest } = (answer ?? {}) as ControlLike;
    return `${head}${objectTable(Array.isArray(answer) ? { answer } : rest)}`;
  }
  const rows = touched.map(({ job, before, state, hosts, pending, visited, note = '' }) =>
    row([
      foreign(job),
      before === state ? escaped(state) : `${escaped(before)} → ${escaped(state)}`,
      whole(hosts),
      whole(pending),
      whole(visited),
      foreign(short(note)),
    ]),
  );
  return `${head}${table(['Job', 'State', 'Hosts', 'Pending', 'Visited', ''], rows)}`;
}

/** A reharvest that touches no host was most likely meant otherwise. */
function done(command: unknown, touched: readonly Touched[]): string {
  const isNothing = command === 'reharvest' && touched.every(({ hosts, atLeast }) => hosts === 0 && !atLeast);
  return isNothing ? '<b>Nothing was done:</b> no host has such pages.' : 'Done.';
}

/** What of the status of a job a dashboard shows: the same numbers under the same words as `winnow status`. */
export interface ConsoleStatus {
  readonly job: string;
  readonly state: string;
  readonly pause?: { readonly reason: string; readonly at: number };
  readonly hosts: { readonly idle: number; readonly due: number; readonly ticketed: number };
  readonly dueLagMs?: number;
  readonly pending: number;
  readonly inboxes?: { readonly urls: number; readonly atLeast?: true };
  readonly fetched: number;
  readonly outcomes: Readonly<Partial<Record<string, number>>>;
  readonly bytes: number;
  readonly records?: number;
  readonly openSegments: number;
  readonly nextDueAt?: number;
  readonly pagesToday?: number;
  readonly ceiling?: number;
  readonly health?: {
    readonly state: string;
    readonly kept: number;
    readonly judged: number;
    readonly recent?: number;
    readonly usual?: number;
    readonly advice: readonly string[];
  };
  readonly reasons: readonly string[];
}

export function statusBox(status: ConsoleStatus): string {
  const { hosts, fetched, outcomes, health, ceiling, pagesToday = 0, pause } = status;
  const kinds = Object.entries(outcomes).map(([kind, count = 0]) => `${whole(count)} ${escaped(kind)}`);
  const fields: readonly (readonly [title: string, value: string | undefined])[] = [
    ['Job', foreign(status.job)],
    [
      'State',
      `<b class="winnow-${status.state === 'open' ? 'open' : 'rests'}">${escaped(status.state)}</b>` +
        (pause === undefined ? '' : ` since ${unbroken(instant(pause.at))}: ${foreign(short(pause.reason))}`),
    ],
    ['Records', status.records === undefined ? 'too many to count now' : whole(status.records)],
    ['Pending', pendingUrls(status)],
    ['Fetched', `${some(fetched, 'page')}, ${bytes(status.bytes)}: ${kinds.join(', ') || 'none'}`],
    ['Harvest', harvestLine(health)],
    [
      'Hosts',
      `${whole(hosts.due)} due, ${whole(hosts.ticketed)} at work or about to, ${whole(hosts.idle)} ${status.inboxes ? 'idle' : 'with nothing to do'}`,
    ],
    ['Due lag', status.dueLagMs === undefined ? undefined : span(status.dueLagMs)],
    ['Next due', status.nextDueAt === undefined ? undefined : instant(status.nextDueAt)],
    ['Link segments', status.openSegments === 0 ? undefined : `${whole(status.openSegments)} to be recycled`],
    ['Pages today', ceiling === undefined ? undefined : `${whole(pagesToday)} of ${whole(ceiling)}`],
    ['The crawl is unwell', paragraphs(health?.advice ?? [])],
    ['Nothing moves', paragraphs(status.reasons)],
  ];
  return table(
    [],
    fields.flatMap(([title, value]) => (value === undefined ? [] : [row([`<b>${title}</b>`, value])])),
  );
}

function pendingUrls({ pending, inboxes }: ConsoleStatus): string {
  const all = `${inboxes?.atLeast ? 'at least ' : ''}${some(pending, 'URL')}`;
  return inboxes === undefined ? all : `${all}, ${whole(inboxes.urls)} of them in inboxes`;
}

function harvestLine(health: ConsoleStatus['health']): string | undefined {
  if (health?.recent === undefined || health.usual === undefined) return undefined;
  const { kept, judged, recent, usual, state } = health;
  const all = `${harvestPercent(kept / judged)}: ${whole(kept)} of ${whole(judged)} pages judged were kept`;
  return `${all}; ${harvestPercent(recent)} lately (usually ${harvestPercent(usual)}): ${escaped(state)}`;
}

function paragraphs(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.map(foreign).join('<br>');
}

/** Why something could not be done. */
export function mistakeBox(message: string): string {
  return `<p class="winnow-rests"><b>That cannot be done.</b> ${foreign(message)}</p>`;
}

interface ControlLike {
  readonly command?: unknown;
  readonly jobs?: unknown;
  readonly dryRun?: unknown;
  readonly repeated?: unknown;
  readonly goesOn?: unknown;
  readonly requestId?: unknown;
}

interface Touched {
  readonly job: string;
  readonly before: string;
  readonly state: string;
  readonly hosts: number;
  readonly pending: number;
  readonly visited: number;
  readonly atLeast?: true;
  readonly note?: string;
}

function isTouched(value: unknown): value is Touched {
  const { job, before, state, hosts, pending, visited } = (value ?? {}) as Partial<Touched>;
  return (
    [job, before, state].every((one) => typeof one === 'string') &&
    [hosts, pending, visited].every((one) => typeof one === 'number')
  );
}
