import middy from '@middy/core';
import { answerUrl } from '../lib/faces/function-url.ts';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { opsHandler } from '../lib/runtime/operate/answer-ops.ts';

const runtime = functionRuntime('view');

export const handler = middy(opsHandler(runtime, 'view', answerUrl)).use(runtime.around);
