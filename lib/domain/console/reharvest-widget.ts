import { escaped, foreign } from '../../base/html/text.ts';
import { button } from './action.ts';
import { row } from './cells.ts';
import { type JobsWidget, noJob } from './jobs-widget.ts';
import { themed } from './theme.ts';

type Fields = Readonly<Record<string, string | boolean>>;

export interface ReharvestWidget extends Pick<JobsWidget, 'endpoints' | 'theme' | 'notice' | 'draw'> {
  readonly jobs: readonly string[];
  readonly outcomes: readonly string[];
  /** What its fields are set to, by their names; absent: nothing yet. */
  readonly filled?: Fields;
  /** What the form that was submitted stands for; absent: none was. */
  readonly meant?: MeantPages;
}

/** Pages that a form would make due again. */
export interface MeantPages {
  /** How many, and of which job: `at most 5 pages of birds`. */
  readonly what: string;
  /** The fields that say so. */
  readonly asked: Fields;
}

const texts = [
  ['host', 'Host or domain', 'every host'],
  ['prefix', 'URLs that begin with', 'https://www.example.org/news/'],
  ['class', 'Topic class', 'any'],
  ['record', 'Record (MD5)', 'any'],
] as const;
const moreTexts = [
  ['olderThanDays', 'Last checked, days ago', 'at any time'],
  ['maxPages', 'At most pages', 'no limit'],
  ['reason', 'Why', 'by hand'],
] as const;

/** A form that says which pages are due again. Its button says what that would touch; a second one, which names job and number, does it. */
export function reharvestWidget(widget: ReharvestWidget): string {
  const { endpoints, theme, notice = '', jobs, outcomes, filled = {}, meant, draw } = widget;
  if (jobs.length === 0) return themed(theme, notice + noJob);
  const filledIn = (name: string): string => {
    const value = filled[name];
    return typeof value === 'string' ? value : '';
  };
  const select = (
    name: string,
    label: string,
    values: readonly string[],
    none: string | undefined,
  ): string => {
    const options = [...(none === undefined ? [] : [['', none] as const]), ...values.map((one) => [one, one])]
      .map(([value = '', shown = '']) => {
        const selected = value === filledIn(name) ? ' selected' : '';
        return `<option value="${escaped(value)}"${selected}>${escaped(shown)}</option>`;
      })
      .join('');
    return row([
      `<label for="${name}">${label}</label>`,
      `<select id="${name}" name="${name}">${options}</select>`,
    ]);
  };
  const input = ([name, label, hint]: readonly [name: string, label: string, hint: string]): string =>
    row([
      `<label for="${name}">${label}</label>`,
      `<input id="${name}" name="${name}" value="${escaped(filledIn(name))}" placeholder="${hint}" maxlength="2000" size="32">`,
    ]);
  const submit = button({
    ...{ endpoint: endpoints.operate, label: 'Say what it would touch', display: 'widget', primary: true },
    event: { widget: 'submit', requestId: draw() },
  });
  // With one job there is nothing to choose.
  const noneChosen = jobs.length === 1 ? undefined : 'choose a job';
  return themed(
    theme,
    [
      gone(filledIn('job'), jobs),
      notice,
      meant === undefined ? '' : confirmation(widget, meant),
      `<form><table>${[
        select('job', 'Job', jobs, noneChosen),
        ...texts.map(input),
        select('status', 'Last visit ended as', outcomes, 'any way'),
        ...moreTexts.map(input),
      ].join('')}</table><p class="winnow-buttons">${submit}</p></form>`,
    ].join(''),
  );
}

function confirmation({ endpoints, draw }: ReharvestWidget, { what, asked }: MeantPages): string {
  const does = button({
    ...{ endpoint: endpoints.operate, label: `Make ${what} due again`, display: 'widget' },
    event: { widget: 'confirm', asked, requestId: draw() },
    confirmation: `Make ${what} due again?`,
  });
  return `<p class="winnow-buttons">${does}</p>`;
}

/** A dashboard may have been drawn before its job was removed. */
function gone(job: string, jobs: readonly string[]): string {
  if (job === '' || jobs.includes(job)) return '';
  return `<p class="winnow-rests"><b>There is no job ${foreign(job)} any more.</b></p>`;
}
