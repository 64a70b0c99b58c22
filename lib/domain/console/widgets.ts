import { escaped, foreign, instant, some, whole } from '../report/html/text.ts';
import { button } from './action.ts';

/** A job, as a dashboard shows it. */
export interface ConsoleJob {
  readonly name: string;
  readonly state: string;
  readonly pause?: { readonly reason: string; readonly at: number };
  /** Pages fetched on this UTC day, and how many may be. */
  readonly pagesToday: number;
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
  /** The ARN of the ops function. */
  readonly endpoint: string;
  readonly jobs: readonly ConsoleJob[];
  /** Tickets that were given up; about. */
  readonly letters: number;
  readonly commands: readonly ConsoleCommand[];
  /** Draws the name of a request: a button that is pressed twice does it once. */
  readonly draw: () => string;
}

/** The jobs with their buttons, what was asked for last, and the tickets that were given up. */
export function jobsWidget({ endpoint, jobs, letters, commands, draw }: JobsWidget): string {
  const act = (label: string, command: Readonly<Record<string, unknown>>, confirmation?: string): string =>
    button({
      endpoint,
      label,
      event: { widget: 'do', command },
      ...(confirmation === undefined ? {} : { confirmation }),
    });
  const rows = jobs.map((job) => {
    const { name, state } = job;
    const change = (command: string) => ({ command, job: name, requestId: draw() });
    const buttons = [
      state === 'open'
        ? act('Pause', change('pause'), `Pause ${name}? Turns that have begun are finished.`)
        : act(
            state === 'stopped' ? 'Open' : 'Continue',
            change(state === 'stopped' ? 'open' : 'continue'),
            `Let ${name} crawl?`,
          ),
      act('Recycle', change('recycle'), `Work through the new links of ${name} now?`),
      act('Count', { command: 'howmany', job: name }),
      act('Status', { command: 'status', job: name }),
    ];
    return row([foreign(name), stateOf(job), today(job), underWay(job), unbroken(buttons.join(' '))]);
  });
  // Above the jobs, of which there may be more than there is room for.
  const given =
    letters === 0
      ? ''
      : `<p><b class="winnow-rests">${some(letters, 'ticket')} given up.</b> ${act('Redrive', { command: 'redrive', requestId: draw() }, `Give ${some(letters, 'ticket')} back to the queue?`)}</p>`;
  return (
    style +
    given +
    (jobs.length === 0 ? noJob : table(['Job', 'State', 'Pages today', 'Under way', ''], rows)) +
    lastCommands(commands)
  );
}

function stateOf({ state, pause }: ConsoleJob): string {
  const why =
    pause === undefined
      ? ''
      : `<br><small>${foreign(short(pause.reason))}, ${unbroken(instant(pause.at))}</small>`;
  return `<b class="winnow-${state === 'open' ? 'open' : 'rests'}">${escaped(state)}</b>${why}`;
}

function today({ pagesToday, ceiling }: ConsoleJob): string {
  return ceiling === undefined ? whole(pagesToday) : `${whole(pagesToday)} of ${whole(ceiling)}`;
}

function underWay({ tasks }: ConsoleJob): string {
  return tasks
    .map(({ kind, looked, told }) => `${escaped(kind)}: ${whole(told)} of ${some(looked, 'host')} told`)
    .join('<br>');
}

function lastCommands(commands: readonly ConsoleCommand[]): string {
  if (commands.length === 0) return '';
  const rows = commands.map(({ at, command, state, by, reason }) =>
    row([
      unbroken(instant(at)),
      foreign(inWords(command)),
      escaped(state),
      foreign(short(by)),
      foreign(short(reason)),
    ]),
  );
  return `<h4>Asked for last</h4>${table(['When', 'Command', 'State', 'By', 'Why'], rows)}`;
}

function inWords({ command, job, scope, ...rest }: ConsoleCommand['command']): string {
  const words = Object.entries({ ...(scope ?? {}), ...rest }).map(([key, value]) =>
    value === true ? key : `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return short([command, ...(job === undefined ? [] : [job]), ...words].join(' '));
}

/** What others wrote may be as long as they like. */
function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}

function unbroken(html: string): string {
  return `<span class="winnow-line">${html}</span>`;
}

/** A form that says which pages are due again, with a button to try it. */
export function reharvestWidget({
  endpoint,
  jobs,
  outcomes,
  draw,
}: Pick<JobsWidget, 'endpoint' | 'draw'> & {
  readonly jobs: readonly string[];
  readonly outcomes: readonly string[];
}): string {
  if (jobs.length === 0) return style + noJob;
  const options = (values: readonly string[]): string =>
    values.map((value) => `<option value="${escaped(value)}">${escaped(value)}</option>`).join('');
  const input = (name: string, label: string, hint: string): string =>
    row([
      `<label for="${name}">${label}</label>`,
      `<input id="${name}" name="${name}" placeholder="${hint}" maxlength="2000" size="32">`,
    ]);
  const submit = (label: string, dryRun: boolean, confirmation?: string): string =>
    button({
      endpoint,
      label,
      event: { widget: 'submit', dryRun, requestId: draw() },
      ...(confirmation === undefined ? {} : { confirmation, primary: true }),
    });
  return `${style}<form><table>${[
    row(['<label for="job">Job</label>', `<select id="job" name="job">${options(jobs)}</select>`]),
    input('host', 'Host or domain', 'every host'),
    input('prefix', 'URLs that begin with', 'https://www.example.org/news/'),
    input('class', 'Topic class', 'any'),
    input('record', 'Record (MD5)', 'any'),
    row([
      '<label for="status">Last visit ended as</label>',
      `<select id="status" name="status"><option value="">any way</option>${options(outcomes)}</select>`,
    ]),
    input('olderThanDays', 'Last checked, days ago', 'at any time'),
    input('maxPages', 'At most pages', 'no limit'),
    row([
      '<label for="unconditional">Pages that did not change</label>',
      '<select id="unconditional" name="unconditional"><option value="">need not be sent</option><option value="yes">are sent, and their raw documents stored again where missing</option></select>',
    ]),
    input('reason', 'Why', 'by hand'),
  ].join('')}</table><p>${submit('Say what it would touch', true)} ${submit(
    'Make them due again',
    false,
    'Make these pages due again?',
  )}</p></form>`;
}

/** What came of a button: jobs that were touched as a table, anything else as it is. */
export function answerBox(answer: unknown): string {
  const { jobs, dryRun, repeated, goesOn, requestId } = (answer ?? {}) as ControlLike;
  if (!Array.isArray(jobs) || !jobs.every(isTouched))
    return `${style}<pre>${escaped(JSON.stringify(answer, undefined, 2) ?? 'done')}</pre>`;
  const rows = jobs.map(({ job, before, state, hosts, pending, visited, note = '' }) =>
    row([
      foreign(job),
      before === state ? escaped(state) : `${escaped(before)} → ${escaped(state)}`,
      whole(hosts),
      whole(pending),
      whole(visited),
      foreign(short(note)),
    ]),
  );
  const said = [
    dryRun === true ? 'Nothing was changed: this is what it would touch.' : 'Done.',
    repeated === true ? 'It was done before; nothing was done again.' : '',
    goesOn === true ? `It goes on in slices, as ${escaped(String(requestId))}.` : '',
  ];
  return `${style}<p>${said.filter((one) => one !== '').join(' ')}</p>${table(['Job', 'State', 'Hosts', 'Pending', 'Visited', ''], rows)}`;
}

/** Why something could not be done. */
export function mistakeBox(message: string): string {
  return `${style}<p class="winnow-rests"><b>That cannot be done.</b> ${foreign(message)}</p>`;
}

interface ControlLike {
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
  readonly note?: string;
}

function isTouched(value: unknown): value is Touched {
  const { job, before, state, hosts, pending, visited } = (value ?? {}) as Partial<Touched>;
  return (
    [job, before, state].every((one) => typeof one === 'string') &&
    [hosts, pending, visited].every((one) => typeof one === 'number')
  );
}

function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function table(titles: readonly string[], rows: readonly string[]): string {
  return `<table><tr>${titles.map((title) => `<th>${title}</th>`).join('')}</tr>${rows.join('')}</table>`;
}

const noJob = '<p>There is no job yet: <code>winnow deploy-job</code> puts one here.</p>';

const style =
  '<style>.winnow-open{color:#1d8102}.winnow-rests{color:#b15c00}.winnow-line{white-space:nowrap}' +
  'td{vertical-align:top;padding:4px 12px 4px 0;min-width:5em}bdi{overflow-wrap:anywhere}</style>';

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
