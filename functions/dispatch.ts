import middy from '@middy/core';
import { contactLack } from '../lib/config/contact.ts';
import type { JobSettings } from '../lib/domain/settings.ts';
import { dispatchUntil } from '../lib/pipeline/dispatch-until.ts';
import { endRound } from '../lib/pipeline/isolate-jobs.ts';
import { watchWakefulness } from '../lib/pipeline/wakefulness.ts';
import { functionRuntime } from '../lib/runtime/aws-function.ts';
import { logDispatch } from '../lib/runtime/log-rounds.ts';

const { stores, timing, maxOutstanding, log, countCost, nanoDollars, around } = functionRuntime('dispatch');
/** The last pass begins before the next minute's run. */
const passesMs = 50_000;
/** Nobody crawls strangers' hosts without saying who they are, however the job got here. */
const mayCrawl = (settings: JobSettings): boolean => contactLack(settings) === undefined;
const options = { timing, maxOutstanding, mayCrawl, everyMs: Math.min(10_000, timing.turnMs) };

export const handler = middy(async () => {
  const { clock } = stores;
  const began = clock.monotonic();
  const report = await dispatchUntil(stores, { ...options, until: began + passesMs });
  await watchWakefulness(stores, report);
  await countCost(began, report.passes > 0);
  logDispatch(log, clock.now(), report, nanoDollars(began));
  return endRound(report);
}).use(around);
