import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { distilTimeoutMs } from '../../../graph/distilling.ts';
import type { Distiller } from '../../../ports/graphs.ts';
import { failure } from '../base/failure.ts';

/** Time after which Lambda drops a call that waits for room (`function-shapes.ts`). */
const waitsMs = 60_000;

/** `Distiller` as a function of Lambda that is called without waiting for its answer. */
export class LambdaDistiller implements Distiller {
  readonly takesMs = distilTimeoutMs + waitsMs;
  readonly #client: LambdaClient;
  readonly #name: string;

  constructor(client: LambdaClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async call(job: string): Promise<void> {
    const Payload = JSON.stringify({ job });
    try {
      await this.#client.send(
        new InvokeCommand({ FunctionName: this.#name, InvocationType: 'Event', Payload }),
      );
    } catch (cause) {
      throw failure(cause, { service: 'lambda', action: 'InvokeFunction', resource: this.#name });
    }
  }
}
