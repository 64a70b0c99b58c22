import type { OpsCommand } from '../../config/operate/ops-command.ts';
import {
  formCommand,
  isWholeJob,
  type OpsEvent,
  type SubmittedForm,
} from '../../config/operate/ops-event.ts';
import { defined } from '../../domain/base/defined.ts';
import { answerBox, type ConsoleStatus, mistakeBox, statusBox } from '../../domain/console/answer-box.ts';
import { wholeJobNotice } from '../../domain/console/reharvest-widget.ts';
import { themed } from '../../domain/console/theme.ts';
import { isMistake, type OpsAnswer } from './ops-answer.ts';
import { renderJobs, renderReharvest, type WidgetParts } from './ops-widgets.ts';
import { type OpsParts, runOps } from './run-ops.ts';

export type ConsoleParts = OpsParts & Pick<WidgetParts, 'endpoint' | 'theme'>;
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
  switch (asked.kind) {
    case 'jobs':
      return { answer: await renderJobs(parts), logged: { widget: asked.kind } };
    case 'reharvest':
      return { answer: await renderReharvest(parts), logged: { widget: asked.kind } };
    case 'form':
      return await submit(parts, asked, endBy);
    case 'button': {
      const { command } = asked;
      if ('reason' in command)
        return await withNotice(
          () => press(parts, command, endBy),
          (notice) => renderJobs(parts, notice),
        );
      const result = await runOps(parts, command, endBy);
      const box = command.command === 'status' ? statusBox(result as ConsoleStatus) : answerBox(result);
      return { answer: themed(parts.theme, box), logged: { command, result } };
    }
  }
}

async function submit(parts: ConsoleParts, form: SubmittedForm, endBy: number): Promise<OpsAnswer> {
  const { filled, dryRun, wholeJob } = form;
  if (dryRun) {
    const command = formCommand(form);
    const result = await runOps(parts, command, endBy);
    const every = isWholeJob(command) ? '<p><b>Every page of the job.</b></p>' : '';
    return { answer: themed(parts.theme, every + answerBox(result)), logged: { command, result } };
  }
  let unbounded: string | undefined;
  return await withNotice(
    async () => {
      const command = formCommand(form);
      unbounded = wholeJob === undefined && isWholeJob(command) ? command.job : undefined;
      if (unbounded === undefined) return { command, result: await runOps(parts, command, endBy) };
      const result = await runOps(parts, { ...command, dryRun: true }, endBy);
      return { command, result, notice: wholeJobNotice(unbounded) + answerBox(result) };
    },
    (notice) =>
      renderReharvest(parts, {
        ...{ filled, notice },
        ...defined({ wholeJob: unbounded }),
      }),
  );
}

interface Pressed {
  readonly command: OpsCommand;
  readonly result?: unknown;
  /** Shown instead of the result. */
  readonly notice?: string;
}

/** Draws the widget anew with the result of a button. A mistake is drawn too, so that the widget stays. */
async function withNotice(
  work: () => Promise<Pressed>,
  draw: (notice: string) => Promise<string>,
): Promise<OpsAnswer> {
  try {
    const { command, result, notice = answerBox(result) } = await work();
    return { answer: await draw(notice), logged: { command, result } };
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
async function press(parts: ConsoleParts, command: OpsCommand, endBy: number): Promise<Pressed> {
  const result = await runOps(parts, command, endBy);
  if (!(await isUndone(parts, command, result))) return { command, result };
  const again = { ...command, requestId: parts.stores.entropy.id() } as OpsCommand;
  return { command: again, result: await runOps(parts, again, endBy) };
}

const stateCommands: readonly string[] = ['open', 'continue', 'pause', 'drain', 'stop'];

async function isUndone(
  { stores }: ConsoleParts,
  { command }: OpsCommand,
  result: unknown,
): Promise<boolean> {
  const { repeated, jobs } = (result ?? {}) as {
    readonly repeated?: boolean;
    readonly jobs?: readonly { readonly job: string; readonly state: string }[];
  };
  if (repeated !== true || jobs === undefined || !stateCommands.includes(command)) return false;
  const now = await Promise.all(jobs.map(async ({ job }) => (await stores.jobs.job(job))?.state));
  return jobs.some(({ state }, at) => now[at] !== undefined && now[at] !== state);
}
