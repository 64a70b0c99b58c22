import { defined } from '../../base/defined.ts';
import { some, whole } from '../../base/html/text.ts';
import {
  type Filled,
  type FormCommand,
  formCommand,
  isEveryPage,
  type OpsEvent,
  type SubmittedForm,
} from '../../config/operate/ops-event.ts';
import { mistakeBox } from '../../domain/console/mistake-box.ts';
import type { MeantPages } from '../../domain/console/reharvest-widget.ts';
import { themed } from '../../domain/console/theme.ts';
import type { ControlAnswer, JobTouched } from '../../domain/control/command.ts';
import { type Answer, dataOf, viewOf } from '../../operations/ask.ts';
import { isMistake, type OpsAnswer } from './ops-answer.ts';
import { commandOf, type OpsRequest, readRequest } from './ops-request.ts';
import { renderJobs, renderReharvest, viewBox, type WidgetParts } from './ops-widgets.ts';
import { type OpsParts, runOps } from './run-ops.ts';

export type ConsoleParts = OpsParts & Pick<WidgetParts, 'endpoints' | 'theme'>;
export type WidgetEvent = Exclude<OpsEvent, { readonly kind: 'command' | 'event' | 'describe' }>;

/**
 * Answers a widget of a dashboard with HTML, also for mistakes. A button that only looks gets a box; a button that
 * changes something gets its widget drawn anew, with the result above the new state.
 */
export async function answerWidget(
  parts: ConsoleParts,
  asked: WidgetEvent,
  endBy: number,
): Promise<OpsAnswer> {
  const { kind, filled } = asked;
  switch (kind) {
    case 'jobs':
      return { answer: await renderJobs(parts, filled), logged: { widget: kind } };
    case 'reharvest':
      return { answer: await renderReharvest(parts, { filled }), logged: { widget: kind } };
    case 'submit':
      return await submit(parts, asked, endBy);
    case 'confirm':
      return await withNotice(
        parts,
        async () => {
          const request = await readRequest(formCommand(asked, false));
          return { request, answer: await runOps(parts, request, endBy) };
        },
        (notice) => renderReharvest(parts, { filled, notice }),
      );
    case 'button': {
      const request = await readRequest(asked.command, asked.origin);
      if (request.changes)
        return await withNotice(
          parts,
          () => press(parts, request, endBy),
          (notice) => renderJobs(parts, filled, notice),
        );
      const done = { request, answer: await runOps(parts, request, endBy) };
      return { answer: themed(parts.theme, boxOf(parts, done)), logged: loggedOf(done) };
    }
  }
}

/** What came of a request, in the words that every face has for it. */
function boxOf({ stores }: ConsoleParts, { request: { asked, given }, answer }: Done): string {
  const seen = { input: given, now: stores.clock.now(), order: String, isOnStack: true };
  return viewBox(viewOf(asked.operation, answer, { ...seen, dryRun: given.dryRun === true }));
}

/** Says what a form stands for, with a button that does it, which names job and number. */
async function submit(parts: ConsoleParts, form: SubmittedForm & Filled, endBy: number): Promise<OpsAnswer> {
  let meant: MeantPages | undefined;
  return await withNotice(
    parts,
    async () => {
      const command = formCommand(form, true);
      const request = await readRequest(command);
      const answer = await runOps(parts, request, endBy);
      const [touched] = (dataOf(answer) as ControlAnswer).jobs;
      if (touched !== undefined && (touched.hosts > 0 || touched.atLeast))
        meant = { what: pagesMeant(command, touched), asked: form.asked };
      return { request, answer };
    },
    (notice) => renderReharvest(parts, { filled: form.filled, notice, ...defined({ meant }) }),
  );
}

/** `at most 5 pages of birds`, `every page of birds (2,000 or more)`. */
function pagesMeant(command: FormCommand, { job, visited, atLeast, note }: JobTouched): string {
  const { maxPages } = command;
  if (maxPages !== undefined && (atLeast || maxPages <= visited))
    return `at most ${pages(maxPages)} of ${job}`;
  const number = atLeast ? `${whole(visited)} or more` : whole(visited);
  if (isEveryPage(command)) return `every page of ${job} (${number})`;
  if (atLeast) return `the pages of ${job} that are meant, on hosts with ${number}`;
  return `${note === undefined ? '' : 'at most '}${pages(visited)} of ${job}`;
}

function pages(count: number): string {
  return some(count, 'page');
}

interface Done {
  readonly request: OpsRequest;
  readonly answer: Answer;
}

function loggedOf({ request, answer }: Done): object {
  return { command: commandOf(request), result: dataOf(answer) };
}

/** Draws the widget anew with the result of a button. A mistake is drawn too, so that the widget stays. */
async function withNotice(
  parts: ConsoleParts,
  work: () => Promise<Done>,
  draw: (notice: string) => Promise<string>,
): Promise<OpsAnswer> {
  try {
    const done = await work();
    return { answer: await draw(boxOf(parts, done)), logged: loggedOf(done) };
  } catch (error) {
    if (!isMistake(error)) throw error;
    const { code, message } = error;
    return { answer: await draw(mistakeBox(message)), logged: { code, message } };
  }
}

/**
 * Pressing a button twice does its work once. But a dashboard may have been drawn long ago: when somebody has undone the
 * button's work since, pressing it again is a new request.
 */
async function press(parts: ConsoleParts, request: OpsRequest, endBy: number): Promise<Done> {
  const answer = await runOps(parts, request, endBy);
  if (!(await isUndone(parts, request, dataOf(answer)))) return { request, answer };
  const again = await readRequest({ ...commandOf(request), requestId: parts.stores.entropy.id() });
  return { request: again, answer: await runOps(parts, again, endBy) };
}

const stateCommands: readonly string[] = ['open', 'continue', 'pause', 'drain', 'stop'];

async function isUndone({ stores }: ConsoleParts, { name }: OpsRequest, result: unknown): Promise<boolean> {
  const { repeated, jobs } = (result ?? {}) as {
    readonly repeated?: boolean;
    readonly jobs?: readonly { readonly job: string; readonly state: string }[];
  };
  if (repeated !== true || jobs === undefined || !stateCommands.includes(name)) return false;
  const now = await Promise.all(jobs.map(async ({ job }) => (await stores.jobs.job(job))?.state));
  return jobs.some(({ state }, at) => now[at] !== undefined && now[at] !== state);
}
