import { ManagedSecrets, secretsClient } from '../../adapters/aws/clients/managed-secrets.ts';
import type { Environment } from '../../config/stack/environment.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { AwsRuntime } from './aws-ports.ts';

/**
 * The secrets of a stack. They are no store of `AwsStores`: only functions that fetch may read them, and only their
 * bundles have the client.
 */
export function awsSecrets(
  { secrets = {} }: Environment,
  { meter, deadline }: Pick<AwsRuntime, 'meter' | 'deadline'>,
): Secrets {
  return new ManagedSecrets(secrets, () => secretsClient(meter, deadline));
}
