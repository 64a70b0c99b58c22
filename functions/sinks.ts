import middy from '@middy/core';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { feedStackSinks } from '../lib/runtime/aws/feed-sinks.ts';

const runtime = functionRuntime('sinks');

export const handler = middy((event: unknown) => feedStackSinks(runtime, event)).use(runtime.around);
