import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { isUnknown } from '../../adapters/aws/base/failure.ts';
import { sdkClient } from '../../adapters/aws/clients/sdk-client.ts';
import { serverTime } from '../../adapters/aws/clients/server-time.ts';
import { SystemClock } from '../../adapters/system/clock.ts';
import { WinnowError } from '../../base/error.ts';
import { readEnvironment } from '../../config/stack/environment.ts';
import { functionName } from '../../config/stack/names.ts';
import type { ConnectAws } from '../shared/installation.ts';
import { AwsInstallation } from './aws-installation.ts';
import { awsRuntime } from './aws-ports.ts';
import { stoppages } from './aws-stoppages.ts';
import { turnAdapters } from './aws-worker.ts';
import { stackLetters } from './stack-letters.ts';

/**
 * The installation of a stack, with the credentials and the region of this shell. The environment of its ops function
 * has everything that is needed to use the stack.
 */
export const connectAws: ConnectAws = async (stack) => {
  const lambda = sdkClient(LambdaClient);
  // What is stored is compared with the clocks of the functions, whatever the clock of this machine says.
  const time = serverTime(lambda);
  const name = functionName(stack, 'ops');
  const variables = await variablesOf(lambda, stack, name);
  const environment = readEnvironment(variables);
  const runtime = awsRuntime(environment, turnAdapters, new SystemClock(time));
  const scheduler = sdkClient(SchedulerClient);
  return new AwsInstallation({
    ...runtime,
    ...{ stack, lambda, scheduler },
    stoppages: () => stoppages({ lambda, scheduler, stack }),
    sqs: sdkClient(SQSClient),
    letters: stackLetters(runtime.sqs, environment),
    environment,
  });
};

async function variablesOf(
  lambda: LambdaClient,
  stack: string,
  name: string,
): Promise<Record<string, string>> {
  try {
    const found = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: name }));
    return found.Environment?.Variables ?? {};
  } catch (cause) {
    const reason = cause instanceof Error ? cause : new Error(String(cause));
    if (reason.name === 'ResourceNotFoundException') {
      throw new WinnowError(
        'not-found',
        `there is no stack ${stack} here (no function ${name}); look at the region, or deploy it`,
        { cause },
      );
    }
    const isNobody = reason.name === 'CredentialsProviderError' || isUnknown(reason);
    if (isNobody || /credential|region is missing/i.test(reason.message)) {
      throw new WinnowError(
        'unavailable',
        `AWS lets nobody in: ${reason.message.split('\n')[0]} (set AWS_PROFILE and AWS_REGION)`,
        { cause },
      );
    }
    throw new WinnowError(
      'unavailable',
      `AWS does not answer for the stack ${stack}: ${reason.name}: ${reason.message.split('\n')[0]}`,
      { cause },
    );
  }
}
