import { escaped } from '../report/html/text.ts';
import { button } from './action.ts';
import { row } from './cells.ts';
import { type JobsWidget, noJob } from './jobs-widget.ts';
import { themed } from './theme.ts';

export interface ReharvestWidget extends Pick<JobsWidget, 'endpoint' | 'theme' | 'notice' | 'draw'> {
  readonly jobs: readonly string[];
  readonly outcomes: readonly string[];
  /** What its fields were set to, by their names; absent: nothing yet. */
  readonly filled?: Readonly<Record<string, string | boolean>>;
  /** The job of which every page would be made due again: asked for once more before it is done. */
  readonly wholeJob?: string;
}

/** A form that says which pages are due again, with a button to try it. */
export function reharvestWidget(widget: ReharvestWidget): string {
  const { endpoint, theme, notice = '', jobs, outcomes, filled = {}, wholeJob, draw } = widget;
  if (jobs.length === 0) return themed(theme, notice + noJob);
  const filledIn = (name: string): string => {
    const value = filled[name];
    return typeof value === 'string' ? value : '';
  };
  const options = (name: string, values: readonly string[]): string =>
    values
      .map((value) => {
        const selected = value === filledIn(name) ? ' selected' : '';
        return `<option value="${escaped(value)}"${selected}>${escaped(value)}</option>`;
      })
      .join('');
  const input = (name: string, label: string, hint: string): string =>
    row([
      `<label for="${name}">${label}</label>`,
      `<input id="${name}" name="${name}" value="${escaped(filledIn(name))}" placeholder="${hint}" maxlength="2000" size="32">`,
    ]);
  const requestId = draw();
  const all =
    wholeJob === undefined
      ? ''
      : button({
          ...{ endpoint, label: `Make every page of ${wholeJob} due again`, display: 'widget' },
          event: { widget: 'submit', dryRun: false, wholeJob, requestId },
          confirmation: `Make every page of ${wholeJob} due again?`,
        });
  const buttons = [
    button({
      ...{ endpoint, label: 'Say what it would touch', display: 'popup' },
      event: { widget: 'submit', dryRun: true, requestId },
    }),
    button({
      ...{ endpoint, label: 'Make them due again', display: 'widget', primary: true },
      event: { widget: 'submit', dryRun: false, requestId },
      confirmation: 'Make these pages due again?',
    }),
    all,
  ];
  return themed(
    theme,
    `${notice}<form><table>${[
      row(['<label for="job">Job</label>', `<select id="job" name="job">${options('job', jobs)}</select>`]),
      input('host', 'Host or domain', 'every host'),
      input('prefix', 'URLs that begin with', 'https://www.example.org/news/'),
      input('class', 'Topic class', 'any'),
      input('record', 'Record (MD5)', 'any'),
      row([
        '<label for="status">Last visit ended as</label>',
        `<select id="status" name="status"><option value="">any way</option>${options('status', outcomes)}</select>`,
      ]),
      input('olderThanDays', 'Last checked, days ago', 'at any time'),
      input('maxPages', 'At most pages', 'no limit'),
      input('reason', 'Why', 'by hand'),
    ].join('')}</table><p class="winnow-buttons">${buttons.join(' ')}</p></form>`,
  );
}

/** Above a form that names nothing: what it stands for. */
export function wholeJobNotice(job: string): string {
  return `<p class="winnow-rests"><b>Not done yet.</b> Nothing in the form says which pages: it stands for every page of ${escaped(job)}. Fill something in, or press the button that says so.</p>`;
}
