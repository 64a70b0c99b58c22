import middy from '@middy/core';
import type { SqsEvent } from '../lib/adapters/aws/queue/batch.ts';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { convertBatch, functionConverter } from '../lib/runtime/aws/convert-batch.ts';

const runtime = functionRuntime('convert');
const converter = functionConverter();

export const handler = middy((event: SqsEvent, context: { getRemainingTimeInMillis(): number }) =>
  convertBatch(runtime, converter, event, context.getRemainingTimeInMillis()),
).use(runtime.around);
