import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import { sdkClient } from '../../adapters/aws/clients/sdk-client.ts';
import type { Environment } from '../../config/stack/environment.ts';
import { type AnyFunctionName, functionName, functionNames, noTopic } from '../../config/stack/names.ts';
import { awakeInVain } from '../../pipeline/dispatch/awake-in-vain.ts';
import type { Check } from '../shared/installation.ts';
import { type CheckResult, check } from './aws-check.ts';
import type { AwsParts } from './aws-parts.ts';
import { switchChecks } from './aws-stoppages.ts';
import { storeChecks } from './aws-store-checks.ts';

/** With fewer Lambdas at once a crawl is slow; a new account may have 10 (Lambda quotas, 2026-11: default 1,000). */
const fewLambdas = 50;

/** Checks the account and the stack. Reads only. */
export async function* stackChecks(parts: AwsParts): AsyncGenerator<Check> {
  yield {
    name: 'stack',
    ok: 'ok',
    detail: `${parts.stack} is there, and these credentials may read its configuration`,
  };
  yield await check('concurrent Lambdas', () => concurrency(parts));
  const names = [...functionNames, ...(parts.environment.sinks === undefined ? [] : (['sinks'] as const))];
  for (const name of names) yield await check(`function ${name}`, () => functionState(parts, name));
  yield await check('frontier table', async () => {
    const jobs = await parts.stores.jobs.jobs();
    return { ok: 'ok', detail: `readable; ${jobs.length} jobs` };
  });
  yield* ofStores(parts);
  yield await check('ready queue', async () => {
    const waiting = await parts.stores.tickets.outstanding();
    return {
      ok: 'ok',
      detail: `${waiting} tickets on their way or at work, of at most ${parts.maxOutstanding}`,
    };
  });
  yield await check('dispatcher at rest', () => wakefulness(parts.stores));
  yield await check('dead-letter queue', () => deadLetters(parts));
  yield* switchChecks(parts);
  const sns = sdkClient(SNSClient);
  try {
    yield await check('alarms', () => alarmsHeard(sns, parts.environment));
  } finally {
    sns.destroy();
  }
}

async function* ofStores({ environment }: AwsParts): AsyncGenerator<Check> {
  const clients = { dynamo: sdkClient(DynamoDBClient), s3: sdkClient(S3Client) };
  try {
    yield* storeChecks(clients, environment);
  } finally {
    for (const client of Object.values(clients)) client.destroy();
  }
}

async function concurrency({ lambda }: AwsParts): Promise<CheckResult> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  return limit < fewLambdas
    ? {
        ok: 'warn',
        detail: `the account may run ${limit} Lambdas at once`,
        advice: 'ask for more in Service Quotas (Lambda, concurrent executions)',
      }
    : { ok: 'ok', detail: `the account may run ${limit} Lambdas at once` };
}

async function functionState({ lambda, stack }: AwsParts, name: AnyFunctionName): Promise<CheckResult> {
  const found = await lambda.send(
    new GetFunctionConfigurationCommand({ FunctionName: functionName(stack, name) }),
  );
  const detail = `${found.State ?? 'unknown'}, ${found.MemorySize} MB, ${found.Timeout} s`;
  return found.State === undefined || found.State === 'Active'
    ? { ok: 'ok', detail }
    : { ok: 'fail', detail, advice: found.StateReason ?? 'look at it in the Lambda console' };
}

/**
 * The dispatcher sleeps between its runs unless hosts are due: while awake it is billed for forty seconds of each minute.
 */
async function wakefulness(stores: AwsParts['stores']): Promise<CheckResult> {
  for (const { name } of await stores.jobs.jobs()) {
    const awake = await awakeInVain(stores, name);
    if (awake === undefined) continue;
    const minutes = Math.round((awake.last - awake.since) / 60_000);
    return {
      ok: 'warn',
      detail: `it has been awake with nothing sent for ${minutes} minutes, for the job ${name}`,
      advice: 'docs/runbook.md#awake-with-nothing-sent says what keeps it awake and what that costs',
    };
  }
  return { ok: 'ok', detail: 'it is not awake with nothing to send' };
}

async function deadLetters(parts: AwsParts): Promise<CheckResult> {
  const letters = await parts.letters.count();
  return letters === 0
    ? { ok: 'ok', detail: 'empty' }
    : {
        ok: 'warn',
        detail: `${letters} tickets or orders to convert were given up`,
        advice:
          'winnow dlq list --stack shows them, docs/runbook.md says what they mean; their hosts go on by themselves',
      };
}

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
