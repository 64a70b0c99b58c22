import { defined } from '../../base/defined.ts';
import { outcomeKinds } from '../../base/fetch/outcome.ts';
import { bytes, escaped, foreign, instant, linkTo, whole } from '../../base/html/text.ts';
import type { Filled } from '../../config/operate/ops-event.ts';
import type { Endpoints } from '../../domain/console/action.ts';
import { row, short, table, unbroken } from '../../domain/console/cells.ts';
import { jobPage } from '../../domain/console/job-page.ts';
import { jobsWidget } from '../../domain/console/jobs-widget.ts';
import { type ReharvestWidget, reharvestWidget } from '../../domain/console/reharvest-widget.ts';
import type { Theme } from '../../domain/console/theme.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { utcDay } from '../../pipeline/base/utc-day.ts';
import { commandViews, listJobs } from '../../pipeline/control/look.ts';
import type { Unit, View, ViewBlock } from '../../pipeline/operation/view.ts';
import type { DeadLetters } from '../../ports/operate/dead-letters.ts';
import type { AwsStores } from '../aws/aws-ports.ts';

/** The number of commands that a dashboard shows. */
const shownCommands = 5;

export interface WidgetParts {
  readonly stores: Pick<AwsStores, 'jobs' | 'commands' | 'clock' | 'entropy'>;
  readonly letters: Pick<DeadLetters, 'count'>;
  readonly endpoints: Endpoints;
  readonly theme: Theme;
}

/**
 * Reads no hosts: a dashboard is drawn every few minutes, and a job may have millions of hosts.
 * @param filled the fields that choose the jobs
 * @param notice the result of the button that was pressed last, as HTML
 */
export async function renderJobs(
  { stores, letters, endpoints, theme }: WidgetParts,
  filled: Filled['filled'],
  notice = '',
): Promise<string> {
  const { jobs, clock, entropy } = stores;
  const day = utcDay(clock.now());
  const [all, { commands }, waiting] = await Promise.all([
    listJobs(stores),
    commandViews(stores, shownCommands),
    letters.count(),
  ]);
  const page = jobPage(
    all.filter((job) => !isRemoved(job)),
    filled,
  );
  const shown = await Promise.all(
    page.jobs.map(async ({ name, state, pause, tasks = [], config, trouble }) => {
      // A job whose settings cannot be read is shown without its ceiling.
      const settings = await settingsOf(jobs, name, config).catch(() => undefined);
      const ceiling = settings?.limits.pagesPerDay;
      const pagesToday = ceiling === undefined ? undefined : await jobs.addPages(name, day, 0);
      return {
        ...{ name, state, tasks },
        ...defined({ pause, ceiling, pagesToday, trouble }),
      };
    }),
  );
  const draw = () => entropy.id();
  return jobsWidget({
    ...{ endpoints, theme, notice, letters: waiting, commands, draw },
    page: { ...page, jobs: shown },
  });
}

/** @param form the form as it was filled in, and its result */
export async function renderReharvest(
  { stores, endpoints, theme }: WidgetParts,
  form: Pick<ReharvestWidget, 'filled' | 'notice' | 'meant'>,
): Promise<string> {
  const jobs = (await stores.jobs.jobs()).filter((job) => !isRemoved(job)).map(({ name }) => name);
  const draw = () => stores.entropy.id();
  return reharvestWidget({ endpoints, theme, jobs, outcomes: outcomeKinds, draw, ...form });
}

/** Rows that are shown of a table. */
const maxRows = 50;

type Cell = (value: string | number) => string;

const words: Cell = (value) => foreign(short(String(value)));
/** Others are words. */
const cells: Readonly<Partial<Record<Unit, Cell>>> = {
  url: (value) => linkTo(String(value), short(String(value))),
  count: (value) => whole(Number(value)),
  bytes: (value) => bytes(Number(value)),
  time: (value) => unbroken(instant(Number(value))),
};

/** The result of an operation as HTML, in the words that every face has for it. */
export function viewBox(view: View): string {
  return view.flat().map(blockBox).join('');
}

function blockBox(block: ViewBlock): string {
  switch (block.kind) {
    case 'table':
      return tableBox(block);
    case 'facts': {
      const told = block.pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
      return table(
        [],
        told.map(([name, value]) => row([`<b>${escaped(name)}</b>`, words(value)])),
      );
    }
    case 'note':
    case 'failure':
      return block.text === undefined ? '' : `<p>${words(block.text)}</p>`;
    case 'more':
      return '';
  }
}

function tableBox({ title, columns, rows }: Extract<ViewBlock, { readonly kind: 'table' }>): string {
  const shown = rows
    .slice(0, maxRows)
    .map((values) =>
      row(
        columns.map(({ unit }, at) => (values[at] === undefined ? '' : (cells[unit] ?? words)(values[at]))),
      ),
    );
  const rest = rows.length > maxRows ? `<p>and ${whole(rows.length - maxRows)} more</p>` : '';
  const head = title === undefined ? '' : `<p>${words(title)}</p>`;
  return `${head}${table(
    columns.map((one) => one.title),
    shown,
  )}${rest}`;
}
