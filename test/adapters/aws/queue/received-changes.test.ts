import { setTimeout } from 'node:timers/promises';
import { CreateQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { attemptLimits, sdkClient } from '../../../../lib/adapters/aws/clients/sdk-client.ts';
import { receivedChanges } from '../../../../lib/adapters/aws/queue/received-changes.ts';
import { clientConfig } from '../../../../localstack/clients.ts';
import { localCloud } from '../../../support/cloud/local-cloud.ts';

const cloud = await localCloud();

describe.skipIf(cloud === undefined)('a queue that hears of changes', () => {
  if (cloud === undefined) return;

  it('is waited for longer than a connection may be silent', { timeout: 60_000 }, async () => {
    const { requestHandler, ...place } = clientConfig(cloud);
    const patience = { ...requestHandler, ...attemptLimits };
    const client = sdkClient(SQSClient, { ...place, requestHandler: patience, maxAttempts: 1 });
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: 'quiet-changes' }));
    const end = new AbortController();
    const late = setTimeout(attemptLimits.socketTimeout + 2_000).then(() =>
      client.send(
        new SendMessageCommand({
          QueueUrl,
          MessageBody: JSON.stringify({ Records: [{ s3: { object: { key: 'changes/a' } } }] }),
        }),
      ),
    );
    for await (const message of receivedChanges(client, QueueUrl, { signal: end.signal, forever: true })) {
      expect(message.keys).toEqual(['changes/a']);
      await message.done();
      end.abort();
    }
    await late;
    client.destroy();
  });
});
