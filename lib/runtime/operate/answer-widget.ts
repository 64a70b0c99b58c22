import type { OpsCommand } from '../../config/operate/ops-command.ts';
import {
  formCommand,
  isWholeJob,
  type OpsEvent,
  type SubmittedForm,
} from '../../config/operate/ops-event.ts';
import { answerBox, type ConsoleStatus, mistakeBox, statusBox } from '../../domain/console/answer-box.ts';
import { wholeJobNotice } from '../../domain/console/reharvest-widget.ts';
import { themed } from '../../domain/console/theme.ts';
import { isMistake, type OpsAnswer } from './ops-answer.ts';
import { renderJobs, renderReharvest, type WidgetParts } from './ops-widgets.ts';
import { type OpsParts, runOps } from './run-ops.ts';

export type ConsoleParts = OpsParts & Pick<WidgetParts, 'endpoint' | 'theme'>;
export type WidgetEvent = Exclude<OpsEvent, { readonly kind: 'command' | 'event' | 'describe' }>;

/**
 * Answers a widget of a dashboard with HTML, mistakes too. A button that only looks is answered in a box of its own; one that
 * changes something with its widget drawn anew, so that it shows what holds now, below what came of it.
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
        ...(unbounded === undefined ? {} : { wholeJob: unbounded }),
      }),
  );
}

interface Pressed {
  readonly command: OpsCommand;
  readonly result?: unknown;
  /** Instead of what the result says. */
  readonly notice?: string;
}

/** The widget drawn anew, with what came of a button; mistakes too: the widget must not be lost by them. */
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
 * A button that is pressed twice does it once. But a dashboard may have been drawn long ago: where somebody has undone since
 * what the button did, it is a new request.
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
