import middy from '@middy/core';
import { answerUrl } from '../lib/faces/function-url.ts';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { opsHandler } from '../lib/runtime/operate/answer-ops.ts';

const runtime = functionRuntime('ops');

export const handler = middy(opsHandler(runtime, 'operate', answerUrl)).use(runtime.around);
