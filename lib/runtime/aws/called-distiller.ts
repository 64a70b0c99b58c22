import { LambdaClient } from '@aws-sdk/client-lambda';
import { endInTime, sdkClient } from '../../adapters/aws/clients/sdk-client.ts';
import { LambdaDistiller } from '../../adapters/aws/functions/lambda-distiller.ts';
import { callDistillerWhenDue } from '../../capabilities/graph/call-distiller.ts';
import { needed } from '../../config/stack/environment.ts';
import type { Job } from '../../ports/jobs.ts';
import type { FunctionRuntime } from './aws-function.ts';

/** What the recycler does for jobs that distil: it calls the function for it, which has more memory and more time. */
export function calledDistiller({
  stores,
  environment,
  deadline,
  meter,
}: Pick<FunctionRuntime, 'stores' | 'environment' | 'deadline' | 'meter'>): (job: Job) => Promise<boolean> {
  const lambda = endInTime(sdkClient(LambdaClient), deadline);
  meter.watch(lambda);
  const distiller = new LambdaDistiller(lambda, needed(environment, 'distiller'));
  return (job) => callDistillerWhenDue(stores, distiller, job);
}
