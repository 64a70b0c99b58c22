import { readOpsEvent } from '../config/ops-event.ts';
import { answerBox, mistakeBox, widgetDescription } from '../domain/console/widgets.ts';
import { WinnowError } from '../domain/error.ts';
import { renderJobs, renderReharvest } from './ops-widgets.ts';
import { type OpsParts, runOps } from './run-ops.ts';

export interface OpsCall {
  /** Monotonic ms by which it has to be done. */
  readonly endBy: number;
  /** The ARN of the function, for the buttons of its widgets. */
  readonly endpoint: string;
}

export interface OpsAnswer {
  /** What the function returns. */
  readonly answer: unknown;
  /** What its log says of it. */
  readonly told: object;
}

/**
 * Answers whoever calls the ops function, each in their own way: a widget gets HTML, mistakes too; an event gets mistakes as
 * an answer, since nobody is there to see the function fail; everybody else gets them as errors.
 */
export async function answerOps(
  parts: OpsParts,
  event: unknown,
  { endBy, endpoint }: OpsCall,
): Promise<OpsAnswer> {
  const form = formOf(event);
  try {
    const asked = readOpsEvent(event);
    switch (asked.kind) {
      case 'describe':
        return { answer: widgetDescription, told: { widget: asked.kind } };
      case 'jobs':
        return { answer: await renderJobs({ ...parts, endpoint }), told: { widget: asked.kind } };
      case 'reharvest':
        return { answer: await renderReharvest({ ...parts, endpoint }), told: { widget: asked.kind } };
      default: {
        const { command } = asked;
        const result = await runOps(parts, command, endBy);
        const answer = form === 'widget' ? answerBox(result) : result;
        return { answer, told: { command, result } };
      }
    }
  } catch (error) {
    if (form === 'plain' || !isMistake(error)) throw error;
    const { code, message } = error;
    const answer = form === 'widget' ? mistakeBox(message) : { error: { code, message } };
    return { answer, told: { code, message } };
  }
}

function formOf(event: unknown): 'widget' | 'event' | 'plain' {
  if (typeof event !== 'object' || event === null) return 'plain';
  if ('widget' in event) return 'widget';
  return 'detail-type' in event ? 'event' : 'plain';
}

/** Of whoever asked: trying again would not help. */
function isMistake(error: unknown): error is WinnowError {
  return error instanceof WinnowError && (error.code === 'usage' || error.code === 'not-found');
}
