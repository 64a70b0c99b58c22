import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { WinnowError } from '../../../base/error.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import { failure } from '../base/failure.ts';
import type { Meter } from '../metering/meter.ts';
import { type CallDeadline, endInTime, sdkClient } from './sdk-client.ts';

/** The secrets of a stack in Secrets Manager, each under an ARN that the stack was deployed with. */
export class ManagedSecrets implements Secrets {
  readonly #arns: Readonly<Record<string, string>>;
  readonly #connect: () => Promise<SecretsManagerClient>;
  #client: Promise<SecretsManagerClient> | undefined;

  /**
   * @param arns ARNs by the names that jobs use
   * @param connect called once, when the first secret is read: most crawls use none
   */
  constructor(arns: Readonly<Record<string, string>>, connect: () => Promise<SecretsManagerClient>) {
    this.#arns = arns;
    this.#connect = connect;
  }

  async secret(name: string): Promise<string> {
    const arn = Object.hasOwn(this.#arns, name) ? this.#arns[name] : undefined;
    if (arn === undefined) {
      throw new WinnowError(
        'config',
        `the stack has no secret '${name}': deploy it with -c secrets='{"${name}":"ARN"}'`,
      );
    }
    const { GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
    this.#client ??= this.#connect();
    try {
      const { SecretString } = await (await this.#client).send(new GetSecretValueCommand({ SecretId: arn }));
      if (SecretString !== undefined) return SecretString;
    } catch (cause) {
      if ((cause as Error).name === 'ResourceNotFoundException') {
        throw new WinnowError('config', `there is no secret '${name}' at ${arn}`, { cause });
      }
      throw failure(cause, { service: 'secretsmanager', action: 'GetSecretValue', resource: arn });
    }
    throw new WinnowError('config', `the secret '${name}' at ${arn} is binary: it must be text`);
  }
}

/** A client like the others of this process (`clients.ts`). Loads its package only when called. */
export async function secretsClient(meter: Meter, deadline: CallDeadline): Promise<SecretsManagerClient> {
  const { SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = endInTime(sdkClient(SecretsManagerClient, { maxAttempts: 5 }), deadline);
  meter.watch(client);
  return client;
}
