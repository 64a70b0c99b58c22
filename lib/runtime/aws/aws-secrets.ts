import { ManagedSecrets, secretsClient } from '../../adapters/aws/clients/managed-secrets.ts';
import type { Environment } from '../../config/stack/environment.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { AwsRuntime } from './aws-ports.ts';

/** The secrets of a stack: apart from the stores, for only who fetches may read them, and the client is for their bundles alone. */
export function awsSecrets(
  { secrets = {} }: Environment,
  { meter, deadline }: Pick<AwsRuntime, 'meter' | 'deadline'>,
): Secrets {
  return new ManagedSecrets(secrets, () => secretsClient(meter, deadline));
}
