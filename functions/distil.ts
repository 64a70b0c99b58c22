import middy from '@middy/core';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { distilJob } from '../lib/runtime/aws/distil-job.ts';

const runtime = functionRuntime('distil');

export const handler = middy((event: unknown, context: { getRemainingTimeInMillis(): number }) =>
  distilJob(runtime, event, context.getRemainingTimeInMillis()),
).use(runtime.around);
