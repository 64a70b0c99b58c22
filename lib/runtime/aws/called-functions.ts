import { LambdaClient } from '@aws-sdk/client-lambda';
import { endInTime, sdkClient } from '../../adapters/aws/clients/sdk-client.ts';
import { LambdaDistiller } from '../../adapters/aws/functions/lambda-distiller.ts';
import { lambdaExporter } from '../../adapters/aws/functions/lambda-exporter.ts';
import type { CallExporter } from '../../capabilities/export/call-exporter.ts';
import { callDistillerWhenDue } from '../../capabilities/graph/call-distiller.ts';
import { needed } from '../../config/stack/environment.ts';
import type { Job } from '../../ports/jobs.ts';
import type { FunctionRuntime } from './aws-function.ts';

type Calling = Pick<FunctionRuntime, 'stores' | 'environment' | 'deadline' | 'meter'>;

interface Called {
  /** For jobs that distil: the function for it has more memory and more time. */
  readonly distil: (job: Job) => Promise<boolean>;
  /** Absent: an earlier Winnow has deployed the stack. */
  readonly exporter?: CallExporter;
}

/** The functions that the recycler calls. */
export function calledFunctions({ stores, environment, deadline, meter }: Calling): Called {
  const lambda = endInTime(sdkClient(LambdaClient), deadline);
  meter.watch(lambda);
  const distiller = new LambdaDistiller(lambda, needed(environment, 'distiller'));
  const { exporter } = environment;
  return {
    distil: (job) => callDistillerWhenDue(stores, distiller, job),
    ...(exporter !== undefined && { exporter: lambdaExporter(lambda, exporter) }),
  };
}
