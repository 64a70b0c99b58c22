import middy from '@middy/core';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { stackLetters } from '../lib/runtime/aws/stack-letters.ts';
import { answerOps, type OpsContext } from '../lib/runtime/operate/answer-ops.ts';

const runtime = functionRuntime('ops');
const parts = { ...runtime, letters: stackLetters(runtime.sqs, runtime.environment) };
const { clock } = runtime.stores;

/** Time at the end of the function's limit that is kept for reporting how far a command came. */
const marginMs = 30_000;

interface Context extends OpsContext {
  getRemainingTimeInMillis(): number;
}

export const handler = middy(async (event: unknown, context: Context) => {
  const began = clock.monotonic();
  const endBy = began + context.getRemainingTimeInMillis() - marginMs;
  const { answer, logged } = await answerOps(parts, event, context, endBy);
  await runtime.countCost(began, false);
  runtime.log.invocation(clock.now(), {}, logged);
  return answer;
}).use(runtime.around);
