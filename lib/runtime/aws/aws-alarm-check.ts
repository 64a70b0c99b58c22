import { GetTopicAttributesCommand, type SNSClient } from '@aws-sdk/client-sns';
import type { Environment } from '../../config/stack/environment.ts';
import { noTopic } from '../../config/stack/names.ts';
import type { CheckResult } from './aws-check.ts';

/** Whether the alarms of a stack tell anybody. @param environment of a function of the stack */
export async function alarmsHeard(
  sns: SNSClient,
  { alarmTopic, standing }: Pick<Environment, 'alarmTopic' | 'standing'>,
): Promise<CheckResult> {
  if (standing?.alarmMetrics === 0) return { ok: 'ok', detail: 'the stack has none (alarms.which: none)' };
  if (alarmTopic === undefined)
    return { ok: 'ok', detail: 'not known: an earlier Winnow has deployed the stack' };
  if (alarmTopic === noTopic) {
    return {
      ok: 'warn',
      detail: 'they tell nobody: the stack was deployed without alarmTopic',
      advice: 'name an SNS topic with -c alarmTopic=ARN, and subscribe to it (docs/deploy.md#alarms)',
    };
  }
  const { Attributes = {} } = await sns.send(new GetTopicAttributesCommand({ TopicArn: alarmTopic }));
  const { SubscriptionsConfirmed: confirmed = '0', SubscriptionsPending: pending = '0' } = Attributes;
  if (Number(confirmed) > 0)
    return { ok: 'ok', detail: `subscriptions of ${alarmTopic} that hear them: ${confirmed}` };
  return {
    ok: 'warn',
    detail: `they tell nobody: ${alarmTopic} has no confirmed subscription, and ${pending} that wait to be confirmed`,
    advice: 'subscribe a mail address to it, and follow the link in the mail that comes',
  };
}
