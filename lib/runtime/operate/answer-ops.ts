import { S3ExportRoom } from '../../adapters/aws/objects/s3-export-room.ts';
import { callerIn } from '../../config/operate/ops-caller.ts';
import { readOpsEvent } from '../../config/operate/ops-event.ts';
import { needed } from '../../config/stack/environment.ts';
import type { Endpoints } from '../../domain/console/action.ts';
import { widgetDescription } from '../../domain/console/jobs-widget.ts';
import { mistakeBox } from '../../domain/console/mistake-box.ts';
import { themed, themeOf } from '../../domain/console/theme.ts';
import { dataOf } from '../../operations/ask.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import type { FunctionRuntime } from '../aws/aws-function.ts';
import { calledBy } from '../aws/called-by.ts';
import { stackLetters } from '../aws/stack-letters.ts';
import { answerWidget } from './answer-widget.ts';
import { isMistake, type OpsAnswer } from './ops-answer.ts';
import { commandOf, readRequest } from './ops-request.ts';
import { type OpsParts, placeOf, runOps } from './run-ops.ts';

/** What Lambda says of a call of the function. */
export interface OpsContext {
  /** The buttons of the function's widgets call it, too. */
  readonly invokedFunctionArn: string;
  readonly awsRequestId: string;
}

/** Time at the end of the function's limit that is kept for reporting how far a command came. */
const marginMs = 30_000;

interface Context extends OpsContext {
  getRemainingTimeInMillis(): number;
}

/** Answers a request of the function's URL; undefined: the event is none. */
type AnswerUrl = (event: unknown, parts: UrlParts) => Promise<{ readonly statusCode: number }> | undefined;

interface UrlParts extends Pick<OpsParts, 'scope'> {
  readonly place: Workplace;
  /** Hears of errors that are ours. */
  onFault(error: unknown): void;
}

/** The handler of a function that is asked for operations, and does those of a scope; with `answerUrl` also at a URL of its own. */
export function opsHandler(
  runtime: FunctionRuntime,
  scope: OpsParts['scope'],
  answerUrl: AnswerUrl = () => undefined,
): (event: unknown, context: Context) => Promise<unknown> {
  const { sqs, s3, environment } = runtime;
  const exportRoom = new S3ExportRoom(s3, needed(environment, 'bucket'));
  const parts = { ...runtime, scope, letters: stackLetters(sqs, environment), exportRoom };
  const { clock } = runtime.stores;
  return async (event, context) => {
    const began = clock.monotonic();
    const endBy = began + context.getRemainingTimeInMillis() - marginMs;
    const onFault = (error: unknown) => runtime.log.error(error, context.awsRequestId);
    const place = placeOf(namingCaller(parts, event, context), endBy);
    const atUrl = await answerUrl(event, { scope, place, onFault });
    const { answer, logged } =
      atUrl === undefined
        ? await answerOps(parts, event, context, endBy)
        : { answer: atUrl, logged: { status: atUrl.statusCode } };
    // Who only looks writes nothing, not even what it cost.
    if (scope !== 'view') await runtime.countCost(began, false);
    runtime.log.invocation(clock.now(), {}, logged);
    return answer;
  };
}

/**
 * Answers the callers of the functions `view` and `ops`. A widget gets HTML, also for mistakes. An event gets mistakes as an answer,
 * because nobody sees the function fail. All others get mistakes as errors.
 * @param endBy monotonic ms by which the answer is due
 */
export async function answerOps(
  given: OpsParts,
  event: unknown,
  context: OpsContext,
  endBy: number,
): Promise<OpsAnswer> {
  const parts = namingCaller(given, event, context);
  const form = formOf(event);
  const theme = themeOf(contextOf(event).theme);
  try {
    const read = readOpsEvent(event);
    switch (read.kind) {
      case 'describe':
        return { answer: widgetDescription, logged: { widget: read.kind } };
      case 'command':
      case 'event': {
        const request = await readRequest(read.command, read.origin);
        const result = dataOf(await runOps(parts, request, endBy));
        return { answer: result, logged: { command: commandOf(request), result } };
      }
      default:
        return await answerWidget(
          { ...parts, endpoints: endpointsOf(context.invokedFunctionArn), theme },
          read,
          endBy,
        );
    }
  } catch (error) {
    if (form === 'plain' || !isMistake(error)) throw error;
    const { code, message } = error;
    const answer = form === 'widget' ? themed(theme, mistakeBox(message)) : { error: { code, message } };
    return { answer, logged: { code, message } };
  }
}

/** The log of commands also says what AWS says of the caller. */
function namingCaller(
  { stores, ...others }: OpsParts,
  event: unknown,
  { awsRequestId }: OpsContext,
): OpsParts {
  const commands = calledBy(stores.commands, async () => callerIn(event, awsRequestId));
  return { stores: { ...stores, commands }, ...others };
}

/** Both functions by the ARN of one of them, which may name a version. */
function endpointsOf(arn: string): Endpoints {
  const [view, operate] = ['view', 'ops'].map((name) => arn.replace(/-(?:view|ops)(?::[^:]*)?$/, `-${name}`));
  return { view, operate } as Endpoints;
}

function formOf(event: unknown): 'widget' | 'event' | 'plain' {
  if (typeof event !== 'object' || event === null) return 'plain';
  if ('widget' in event) return 'widget';
  return 'detail-type' in event ? 'event' : 'plain';
}

/** CloudWatch's data about the console, if it is an object. */
function contextOf(event: unknown): { readonly theme?: unknown } {
  const { widgetContext } = (event ?? {}) as { readonly widgetContext?: unknown };
  return typeof widgetContext === 'object' && widgetContext !== null ? widgetContext : {};
}
