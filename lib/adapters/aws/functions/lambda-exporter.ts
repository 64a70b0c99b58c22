import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { failure } from '../base/failure.ts';

/** Asks the ops function for the next slice of an export, without waiting for its answer. */
export function lambdaExporter(client: LambdaClient, FunctionName: string) {
  return async ({ job, name }: { readonly job: string; readonly name: string }): Promise<void> => {
    const asked = { command: 'export-continue', job, name, by: 'recycle' };
    const Payload = JSON.stringify(asked);
    try {
      await client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
    } catch (cause) {
      throw failure(cause, { service: 'lambda', action: 'InvokeFunction', resource: FunctionName });
    }
  };
}
