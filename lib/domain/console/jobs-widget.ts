import { escaped, foreign, instant, some, whole } from '../../base/html/text.ts';
import { allJobs } from '../control/all-jobs.ts';
import { button, type Endpoints } from './action.ts';
import { row, short, shown, table, unbroken } from './cells.ts';
import { type JobPage, jobFields, pageName } from './job-page.ts';
import { type Theme, themed } from './theme.ts';

/** A job, as a dashboard shows it. */
export interface ConsoleJob {
  readonly name: string;
  readonly state: 'open' | 'paused' | 'draining' | 'stopped';
  readonly pause?: { readonly reason: string; readonly at: number };
  /** What is wrong with it, in a sentence. */
  readonly trouble?: string;
  /** Pages fetched on this UTC day, and how many may be: counted of jobs with a ceiling only. */
  readonly pagesToday?: number;
  readonly ceiling?: number;
  /** Commands that go through its hosts. */
  readonly tasks: readonly { readonly kind: string; readonly looked: number; readonly told: number }[];
}

/** A command of the log. */
export interface ConsoleCommand {
  readonly at: number;
  readonly by: string;
  readonly reason: string;
  readonly state: string;
  readonly command: Readonly<Record<string, unknown>>;
}

export interface JobsWidget {
  readonly endpoints: Endpoints;
  readonly theme: Theme;
  /** What came of the button that was pressed last, as HTML; absent: none was. */
  readonly notice?: string;
  readonly page: JobPage<ConsoleJob>;
  /** Tickets that were given up; about. */
  readonly letters: number;
  readonly commands: readonly ConsoleCommand[];
  /** Draws the name of a request: a button that is pressed twice does it once. */
  readonly draw: () => string;
}

type StateVerb = 'pause' | 'drain' | 'stop' | 'continue' | 'open';

/** What may be done with a job in such a state. */
const verbs: Readonly<Record<ConsoleJob['state'], readonly StateVerb[]>> = {
  open: ['pause', 'drain', 'stop'],
  draining: ['continue', 'pause', 'stop'],
  paused: ['continue', 'stop'],
  stopped: ['open'],
};

const asks: Readonly<Record<StateVerb, (job: string) => string>> = {
  pause: (job) => `Pause ${job}? Turns that have begun are finished.`,
  drain: (job) => `Drain ${job}? Tickets that are out have their turns; no other is given out.`,
  stop: (job) => `Stop ${job}? Only Open lets it go on.`,
  continue: (job) => `Let ${job} crawl?`,
  open: (job) => `Let ${job} crawl?`,
};

/** The jobs with their buttons, what was asked for last, and the tickets that were given up. */
export function jobsWidget(widget: JobsWidget): string {
  const { endpoints, theme, notice = '', page, letters, commands, draw } = widget;
  const change = (label: string, command: Readonly<Record<string, unknown>>, confirmation: string): string =>
    button({
      ...{ endpoint: endpoints.operate, label, confirmation, display: 'widget' },
      event: { widget: 'do', command: { ...command, requestId: draw() } },
    });
  const look = (label: string, command: Readonly<Record<string, unknown>>): string =>
    button({ endpoint: endpoints.view, label, display: 'popup', event: { widget: 'do', command } });
  const rows = page.jobs.flatMap((job) => {
    const { name, state } = job;
    const buttons = [
      ...verbs[state].map((verb) =>
        change(
          `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`,
          { command: verb, job: name },
          asks[verb](name),
        ),
      ),
      change('Recycle', { command: 'recycle', job: name }, `Work through the new links of ${name} now?`),
      look('Count', { command: 'howmany', job: name }),
      look('Status', { command: 'status', job: name }),
    ];
    // In a row of their own, where they wrap: beside the others they would not fit into a narrow widget.
    return [
      row([foreign(name), stateOf(job), today(job), underWay(job)]),
      `<tr><td colspan="4" class="winnow-buttons">${buttons.join(' ')}</td></tr>`,
    ];
  });
  // Above the jobs, of which there may be more than there is room for.
  const tickets = some(letters, 'ticket');
  const given =
    letters === 0
      ? ''
      : `<p><b class="winnow-rests">${tickets} given up.</b> ${[
          look('Show', { command: 'letters' }),
          change('Redrive', { command: 'redrive' }, `Give ${tickets} back to the queue?`),
          change('Drop', { command: 'drop' }, `Delete ${tickets} for good? Their hosts are visited again.`),
        ].join(' ')}</p>`;
  const all =
    page.open < 2
      ? ''
      : `<p>${change('Pause all', { command: 'pause', job: allJobs }, `Pause all ${page.open} open jobs? Turns that have begun are finished.`)}</p>`;
  return themed(
    theme,
    notice +
      given +
      (page.total === 0 ? noJob : all + chooser(endpoints.view, page)) +
      (rows.length === 0 ? '' : table(['Job', 'State', 'Pages today', 'Under way'], rows)) +
      lastCommands(commands),
  );
}

/** Chooses among jobs that are too many to show at once. */
function chooser(endpoint: string, page: JobPage<unknown>): string {
  const { total, matching, filter, pages, from } = page;
  if (pages.length < 2 && filter === '') return '';
  const options = pages.map(
    (first) =>
      `<option value="${first}"${first === from ? ' selected' : ''}>${pageName(page, first)}</option>`,
  );
  const part = `<input name="${jobFields.filter}" value="${escaped(filter)}" placeholder="part of a name" aria-label="Part of a name" maxlength="40" size="16">`;
  const which =
    options.length === 0
      ? ''
      : `<select name="${jobFields.from}" aria-label="Which jobs">${options.join('')}</select>`;
  const show = button({ endpoint, label: 'List', display: 'widget', event: { widget: 'jobs' } });
  const none = matching === 0 ? `<p>None of ${some(total, 'job')} has this in its name.</p>` : '';
  return `<form class="winnow-buttons">${part} ${which} ${show}</form>${none}`;
}

function stateOf({ state, pause, trouble }: ConsoleJob): string {
  const why =
    pause === undefined
      ? ''
      : `<br><small>${foreign(short(pause.reason))}, ${unbroken(instant(pause.at))}</small>`;
  const wrong = trouble === undefined ? '' : `<br><b class="winnow-rests">${foreign(short(trouble))}</b>`;
  return `<b class="winnow-${state === 'open' ? 'open' : 'rests'}">${escaped(state)}</b>${why}${wrong}`;
}

function today({ pagesToday = 0, ceiling }: ConsoleJob): string {
  return ceiling === undefined ? 'not counted' : `${whole(pagesToday)} of ${whole(ceiling)}`;
}

function underWay({ tasks }: ConsoleJob): string {
  return tasks
    .map(({ kind, looked, told }) => `${escaped(kind)}: ${whole(told)} of ${some(looked, 'host')} told`)
    .join('<br>');
}

function lastCommands(commands: readonly ConsoleCommand[]): string {
  if (commands.length === 0) return '';
  const rows = commands.map(({ at, command, state, by, reason }) =>
    row([instant(at), commandText(command), escaped(state), foreign(short(by)), foreign(short(reason))]),
  );
  return `<h4>Asked for last</h4>${table(['When', 'Command', 'State', 'By', 'Why'], rows)}`;
}

/** `reharvest birds, host a.example, older than days 7`. */
function commandText({ command, job, scope, ...rest }: ConsoleCommand['command']): string {
  const words = Object.entries({ ...(scope ?? {}), ...rest })
    .filter(([, value]) => value !== false)
    .map(([key, value]) => {
      const name = escaped(key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
      return value === true ? name : `${name} ${shown(key, value, 1)}`;
    });
  const head = [command, job].filter((one) => typeof one === 'string').map((one) => foreign(short(one)));
  return [head.join(' '), ...words].join(', ');
}

export const noJob = '<p>There is no job yet: <code>winnow deploy-job</code> puts one here.</p>';

/** What CloudWatch shows of the function to those who make a dashboard. */
export const widgetDescription = `# Winnow
Jobs of a crawl, with buttons.

| parameter | value |
|---|---|
| \`widget\` | \`jobs\`: state and buttons; \`reharvest\`: a form that makes pages due again |

\`\`\`yaml
widget: jobs
\`\`\`
`;
