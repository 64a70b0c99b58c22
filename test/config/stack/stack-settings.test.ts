import { describe, expect, test } from 'vitest';
import { stackSettings, stackSettingsFromContext } from '../../../lib/config/stack/stack-settings.ts';

const queue = 'arn:aws:sqs:eu-west-1:123456789012:indexer';
const secret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:winnow/members-a1B2c3';

describe('settings of a stack', () => {
  test('all have defaults', () => {
    expect(stackSettings({})).toMatchObject({
      stackName: 'winnow',
      turnMaxSeconds: 60,
      harvestConcurrency: 10,
      changesDestinations: [],
      schedules: { dispatch: 'enabled', recycle: 'enabled', reharvest: 'enabled' },
    });
  });

  test.each([
    [{}, 1_000],
    [{ harvestConcurrency: 5 }, 500],
    [{ harvestConcurrency: 1_000 }, 100_000],
    [{ harvestConcurrency: 5, maxOutstanding: 950 }, 950],
  ])('%j come to %i tickets that are out at once', (input, maxOutstanding) => {
    expect(stackSettings(input)).toMatchObject({ maxOutstanding });
  });

  test('come out of CDK context, where -c makes everything a string', () => {
    const context: Record<string, unknown> = {
      turnMaxSeconds: '2',
      stackName: 'test-1',
      changesDestinations: JSON.stringify([{ kind: 'sqs', arn: queue }]),
      memory: { harvest: 512 },
      '@aws-cdk/core:explicitStackTags': true,
    };
    expect(stackSettingsFromContext(context)).toMatchObject({
      turnMaxSeconds: 2,
      stackName: 'test-1',
      changesDestinations: [{ kind: 'sqs', arn: queue, prefix: 'changes/', permission: 'add' }],
      memory: { harvest: 512, dispatch: 256 },
    });
  });

  test.each([
    [{ turnMaxSeconds: 1 }, /turnMaxSeconds/],
    [{ harvestConcurrency: 1 }, /harvestConcurrency/],
    [{ harvestConcurrency: 1_001 }, /harvestConcurrency/],
    [{ harvestConcurrency: 5, maxOutstanding: 951 }, /maxOutstanding: must be at most 950 with/],
    [{ harvestConcurrency: 1_000, maxOutstanding: 100_001 }, /maxOutstanding/],
    [{ stackName: 'Winnow!' }, /stackName/],
    [{ logRetentionDays: 8 }, /logRetentionDays: must be a retention/],
    [{ alarmTopic: queue }, /alarmTopic: must be the ARN of a topic/],
    [
      { changesDestinations: [{ kind: 'sqs' as const, arn: queue, prefix: 'documents/' }] },
      /must begin with changes/,
    ],
    [{ changesDestinations: [{ kind: 'mail', arn: queue } as never] }, /changesDestinations\.0/],
    [{ memory: { harvest: 64 } }, /memory\.harvest/],
    [{ secrets: { members: 'winnow/members' } }, /secrets\.members: must be the whole ARN of a secret/],
    [{ secrets: { members: secret.slice(0, -7) } }, /secrets\.members: must be the whole ARN/],
    [{ secrets: { 'My Site': secret } }, /secrets\.My Site/],
    [{ fixedAddresses: 3 }, /fixedAddresses/],
    [{ memory: { harvester: 512 } as never }, /harvester/],
  ])('%j is refused', (input, message) => {
    expect(() => stackSettings(input)).toThrow(message);
    expect(() => stackSettings(input)).toThrow(expect.objectContaining({ code: 'config' }));
  });

  test('a list that is no JSON is named', () => {
    expect(() => stackSettingsFromContext({ changesDestinations: '[x' })).toThrow(
      'changesDestinations: is not JSON',
    );
  });

  test.each([
    ['logRetention', '7', 'logRetention: there is no such setting; did you mean logRetentionDays?'],
    ['turnmaxseconds', '2', 'turnmaxseconds: there is no such setting; did you mean turnMaxSeconds?'],
    ['memory', '{"harvst":512}', 'memory.harvst: there is no such setting; did you mean harvest?'],
    [
      'schedules',
      '{"dispach":"disabled"}',
      'schedules.dispach: there is no such setting; did you mean dispatch?',
    ],
    ['alarms', '{"wich":"none"}', 'alarms.wich: there is no such setting; did you mean which?'],
    ['qqqqqqqqqqqqqqqq', '1', 'qqqqqqqqqqqqqqqq: there is no such setting; there are stackName, '],
  ])('-c %s=%s is refused with the nearest name', (name, value, message) => {
    expect(() => stackSettingsFromContext({ [name]: value })).toThrow(message);
  });

  test('what the CDK itself keeps in the context is passed over', () => {
    const context = {
      '@aws-cdk/core:stackRelativeExports': true,
      'aws:cdk:enable-path-metadata': true,
      'availability-zones:account=123456789012:region=eu-west-1': ['eu-west-1a'],
      'acknowledged-issue-numbers': [19836],
      'cli-telemetry': false,
    };
    expect(stackSettingsFromContext(context)).toEqual(stackSettings({}));
  });
});
