import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { failure } from '../../adapters/aws/base/failure.ts';
import { sdkClient } from '../../adapters/aws/clients/sdk-client.ts';
import { WinnowError } from '../../base/error.ts';
import { functionName } from '../../config/stack/names.ts';
import type { Feeding } from '../../pipeline/sinks/follow-sinks.ts';
import type { AwsParts } from './aws-parts.ts';
import type { FedSlice } from './feed-sinks.ts';

/** The function answers within its 7 minutes. */
const patience = { requestTimeout: 430_000, socketTimeout: 430_000 };

/**
 * Has the function of a stack push what is left to the sinks of a job, slice by slice.
 * @throws WinnowError `config` where the stack feeds no sinks; `unavailable` with the function's message when the function fails
 */
export async function askForSinks(
  { stack, environment }: Pick<AwsParts, 'stack' | 'environment'>,
  { only: job, signal }: Feeding,
): Promise<void> {
  if (environment.sinks === undefined)
    throw new WinnowError('config', `the stack ${stack} feeds no sinks: deploy it with -c sinks=enabled`);
  const FunctionName = functionName(stack, 'sinks');
  const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify({ job }) });
  const lambda = sdkClient(LambdaClient, { maxAttempts: 1, requestHandler: patience });
  try {
    let left = 1;
    while (left > 0 && !signal.aborted) {
      const answer = await lambda.send(command, { abortSignal: signal }).catch((cause: unknown) => {
        throw failure(cause, { service: 'lambda', action: 'InvokeFunction', resource: FunctionName });
      });
      const text = Buffer.from(answer.Payload ?? []).toString();
      if (answer.FunctionError !== undefined)
        throw new WinnowError('unavailable', `${FunctionName} failed: ${text.slice(0, 500)}`);
      left = (JSON.parse(text) as FedSlice).left;
    }
  } finally {
    lambda.destroy();
  }
}
