import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { describe, expect, it } from 'vitest';
import { sdkClient } from '../../../lib/adapters/aws/clients/sdk-client.ts';
import { alarmsHeard } from '../../../lib/runtime/aws/aws-doctor.ts';
import { clientConfig } from '../../../localstack/clients.ts';
import { account, region } from '../../../localstack/env.ts';
import { freshName } from '../../contracts/fixture.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';

const cloud = await localCloud();

describe.skipIf(cloud === undefined)('what winnow doctor says of who hears the alarms', () => {
  const sns = sdkClient(SNSClient, cloud === undefined ? {} : clientConfig(cloud));
  const standing = { alarmMetrics: 28 };

  it('is that nobody does where they have no topic', async () => {
    expect(await alarmsHeard(sns, { standing, alarmTopic: 'none' })).toMatchObject({
      ok: 'warn',
      detail: 'they tell nobody: the stack was deployed without alarmTopic',
    });
  });

  it('is that nobody does until somebody has subscribed to their topic', async () => {
    const { TopicArn: alarmTopic = '' } = await sns.send(new CreateTopicCommand({ Name: freshName() }));
    const { ok, detail } = await alarmsHeard(sns, { standing, alarmTopic });
    expect({ ok, detail }).toEqual({
      ok: 'warn',
      detail: `they tell nobody: ${alarmTopic} has no confirmed subscription, and 0 that wait to be confirmed`,
    });
    const Endpoint = `arn:aws:sqs:${region}:${account}:pager`;
    await sns.send(new SubscribeCommand({ TopicArn: alarmTopic, Protocol: 'sqs', Endpoint }));
    expect(await alarmsHeard(sns, { standing, alarmTopic })).toEqual({
      ok: 'ok',
      detail: `subscriptions of ${alarmTopic} that hear them: 1`,
    });
  });

  it('is nothing of a stack without alarms, or of one that does not say', async () => {
    expect(await alarmsHeard(sns, { standing: { alarmMetrics: 0 }, alarmTopic: 'none' })).toMatchObject({
      ok: 'ok',
    });
    expect(await alarmsHeard(sns, { standing })).toMatchObject({ ok: 'ok' });
  });
});
