import middy from '@middy/core';
import { logErrors } from '../lib/adapters/aws/log-errors.ts';
import { answerOps } from '../lib/runtime/answer-ops.ts';
import { functionRuntime } from '../lib/runtime/aws-function.ts';

const { stores, bucket, letters, log } = functionRuntime('ops');

/** What is left of the function's time for telling how far it came. */
const marginMs = 30_000;

interface OpsContext {
  readonly invokedFunctionArn: string;
  getRemainingTimeInMillis(): number;
}

export const handler = middy(async (event: unknown, context: OpsContext) => {
  const endBy = stores.clock.monotonic() + context.getRemainingTimeInMillis() - marginMs;
  const call = { endBy, endpoint: context.invokedFunctionArn };
  const { answer, told } = await answerOps({ stores, bucket, letters }, event, call);
  log.invocation(stores.clock.now(), {}, told);
  return answer;
}).use(logErrors(log));
