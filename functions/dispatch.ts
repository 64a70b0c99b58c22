import middy from '@middy/core';
import { logErrors } from '../lib/adapters/aws/log-errors.ts';
import { contactLack } from '../lib/config/contact.ts';
import type { JobSettings } from '../lib/domain/settings.ts';
import { dispatchUntil } from '../lib/pipeline/dispatch-until.ts';
import { functionRuntime } from '../lib/runtime/aws-function.ts';
import { logDispatch } from '../lib/runtime/log-rounds.ts';

const { stores, timing, maxOutstanding, log, countCost, nanoDollars } = functionRuntime('dispatch');
/** The last pass begins so long after the first that the next minute's run has not begun yet. */
const passesMs = 50_000;
const everyMs = Math.min(10_000, timing.turnMs);
/** Nobody crawls strangers' hosts without saying who they are, however the job got here. */
const mayCrawl = (settings: JobSettings): boolean => contactLack(settings) === undefined;

export const handler = middy(async () => {
  const { clock } = stores;
  const began = clock.monotonic();
  const until = began + passesMs;
  const report = await dispatchUntil(stores, { timing, maxOutstanding, mayCrawl, everyMs, until });
  await countCost(began, report.passes > 0);
  logDispatch(log, clock.now(), report, nanoDollars(began));
  return report;
}).use(logErrors(log));
