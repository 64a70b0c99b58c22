import middy from '@middy/core';
import { dispatchUntil } from '../lib/pipeline/dispatch-until.ts';
import { endRound } from '../lib/pipeline/isolate-jobs.ts';
import { watchWakefulness } from '../lib/pipeline/wakefulness.ts';
import { functionRuntime } from '../lib/runtime/aws-function.ts';
import { dispatchRounds } from '../lib/runtime/dispatch-round.ts';
import { logDispatch } from '../lib/runtime/log-rounds.ts';

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
