import middy from '@middy/core';
import { logErrors } from '../lib/adapters/aws/log-errors.ts';
import { parseOpsCommand } from '../lib/config/ops-command.ts';
import { functionRuntime } from '../lib/runtime/aws-function.ts';
import { runOps } from '../lib/runtime/run-ops.ts';

const { stores, bucket, log } = functionRuntime('ops');

/** What is left of the function's time for telling how far it came. */
const marginMs = 30_000;

export const handler = middy(async (event: unknown, context: { getRemainingTimeInMillis(): number }) => {
  const command = parseOpsCommand(event);
  const endBy = stores.clock.monotonic() + context.getRemainingTimeInMillis() - marginMs;
  const result = await runOps(stores, command, endBy, bucket);
  log.invocation(stores.clock.now(), {}, { command, result });
  return result;
}).use(logErrors(log));
