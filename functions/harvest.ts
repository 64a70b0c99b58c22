import middy from '@middy/core';
import type { SqsEvent } from '../lib/adapters/aws/queue/batch.ts';
import { functionRuntime } from '../lib/runtime/aws/aws-function.ts';
import { awsSecrets } from '../lib/runtime/aws/aws-secrets.ts';
import { turnAdapters, workerPorts } from '../lib/runtime/aws/aws-worker.ts';
import { harvestBatch } from '../lib/runtime/aws/harvest-batch.ts';

const runtime = functionRuntime('harvest', turnAdapters);
const ports = workerPorts(runtime.stores, awsSecrets(runtime.environment, runtime), runtime.timing);

export const handler = middy((event: SqsEvent, context: { getRemainingTimeInMillis(): number }) =>
  harvestBatch(runtime, ports, event, context.getRemainingTimeInMillis()),
).use(runtime.around);
