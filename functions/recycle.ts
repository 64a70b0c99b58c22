import middy from '@middy/core';
import { maintenanceRound } from '../lib/capabilities/maintenance-round.ts';
import { endRound } from '../lib/pipeline/job/isolate-jobs.ts';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { calledFunctions } from '../lib/runtime/aws/called-functions.ts';
import { logRecycling } from '../lib/runtime/shared/log-rounds.ts';
import { recentLinks } from '../lib/runtime/shared/recent-links.ts';

const runtime = functionRuntime('recycle');
const { stores, log, countCost, nanoDollars, around } = runtime;
const called = calledFunctions(runtime);
const recent = recentLinks(100_000);

/** Nothing is begun after this time: the next minute's run continues. */
const roundMs = 50_000;

export const handler = middy(async () => {
  const { clock } = stores;
  const began = clock.monotonic();
  const report = await maintenanceRound(stores, { endBy: began + roundMs, recent, ...called });
  await countCost(began, report.segments > 0);
  logRecycling(log, clock.now(), report, nanoDollars(began));
  return endRound(report);
}).use(around);
