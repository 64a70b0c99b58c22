import middy from '@middy/core';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { copyJobs } from '../lib/runtime/aws/copy-jobs.ts';

const runtime = functionRuntime('sql');

export const handler = middy((_event: unknown, context: { getRemainingTimeInMillis(): number }) =>
  copyJobs(runtime, context.getRemainingTimeInMillis()),
).use(runtime.around);
