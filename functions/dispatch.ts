import middy from '@middy/core';
import { watchWakefulness } from '../lib/pipeline/dispatch/awake-in-vain.ts';
import { dispatchUntil } from '../lib/pipeline/dispatch/dispatch-until.ts';
import { endRound } from '../lib/pipeline/job/isolate-jobs.ts';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { dispatchRounds } from '../lib/runtime/shared/dispatch-round.ts';
import { logDispatch } from '../lib/runtime/shared/log-rounds.ts';

const { stores, timing, maxOutstanding, log, countCost, nanoDollars, around } = functionRuntime('dispatch');
const optionsOf = dispatchRounds(timing, maxOutstanding);

export const handler = middy(async () => {
  const { clock } = stores;
  const began = clock.monotonic();
  const report = await dispatchUntil(stores, optionsOf(began));
  await watchWakefulness(stores, report);
  await countCost(began, report.passes > 0);
  logDispatch(log, clock.now(), report, nanoDollars(began));
  return endRound(report);
}).use(around);
