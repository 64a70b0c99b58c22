import {
  CreateSecretCommand,
  DeleteSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { ManagedSecrets } from '../../../../lib/adapters/aws/clients/managed-secrets.ts';
import { sdkClient } from '../../../../lib/adapters/aws/clients/sdk-client.ts';
import { clientConfig } from '../../../../localstack/clients.ts';
import { account, region } from '../../../../localstack/env.ts';
import { freshName } from '../../../contracts/fixture.ts';
import { secretsContract } from '../../../contracts/secrets.ts';
import { localCloud } from '../../../support/cloud/local-cloud.ts';

const cloud = await localCloud();

if (cloud === undefined) describe.skip('Secrets Manager', () => {});
else {
  /** Secrets of their own for each test; ARNs of those that are not there yet are such as AWS would give. */
  const make = async () => {
    const client = sdkClient(SecretsManagerClient, clientConfig(cloud));
    const names = new Map(['members', 'other-site', 'binary'].map((name) => [name, freshName(name)]));
    const arns = Object.fromEntries(
      [...names].map(([name, id]) => [
        name,
        `arn:aws:secretsmanager:${region}:${account}:secret:${id}-AbCdEf`,
      ]),
    );
    const made = new Set<string>();
    const put = async (name: string, value: { SecretString: string } | { SecretBinary: Uint8Array }) => {
      const id = names.get(name) ?? '';
      if (made.has(name))
        return void (await client.send(new PutSecretValueCommand({ SecretId: id, ...value })));
      const { ARN = '' } = await client.send(new CreateSecretCommand({ Name: id, ...value }));
      arns[name] = ARN;
      made.add(name);
    };
    return {
      arns,
      secrets: new ManagedSecrets(arns, async () => client),
      put: (name: string, text: string) => put(name, { SecretString: text }),
      putBytes: (name: string, bytes: Uint8Array) => put(name, { SecretBinary: bytes }),
      async remove(name: string) {
        const command = { SecretId: names.get(name) ?? '', ForceDeleteWithoutRecovery: true };
        await client.send(new DeleteSecretCommand(command));
      },
      async close() {
        client.destroy();
      },
    };
  };

  secretsContract('ManagedSecrets', make);

  describe('ManagedSecrets', () => {
    it('refuses a secret that is no text', async () => {
      const { secrets, putBytes, close } = await make();
      await putBytes('binary', new Uint8Array([1, 2]));
      await expect(secrets.secret('binary')).rejects.toMatchObject({
        code: 'config',
        message: expect.stringContaining('is binary'),
      });
      await close();
    });

    it('says which action a role lacks', async () => {
      const { credentials: _, ...config } = clientConfig(cloud);
      const stranger = sdkClient(SecretsManagerClient, {
        ...config,
        credentials: { accessKeyId: 'AKIASTRANGER00000000', secretAccessKey: 'none' },
        maxAttempts: 1,
      });
      const { put, arns, close } = await make();
      await put('members', '{}');
      const secrets = new ManagedSecrets(arns, async () => stranger);
      await expect(secrets.secret('members')).rejects.toMatchObject({ code: 'unavailable' });
      stranger.destroy();
      await close();
    });
  });
}
