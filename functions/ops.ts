import middy from '@middy/core';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { opsHandler } from '../lib/runtime/operate/answer-ops.ts';

const runtime = functionRuntime('ops');

export const handler = middy(opsHandler(runtime, 'operate')).use(runtime.around);
