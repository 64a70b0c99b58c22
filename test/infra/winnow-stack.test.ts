import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { beforeAll, describe, expect, test } from 'vitest';
import { environment, functionName, functionNames } from '../../lib/config/stack/names.ts';
import { type StackSettingsInput, stackSettings } from '../../lib/config/stack/stack-settings.ts';
import { timing } from '../../lib/domain/settings/timing.ts';
import { WinnowStack } from '../../lib/infra/winnow-stack.ts';
import { resources, synthesis, synthesised } from './synthesised.ts';

let template: Template;
beforeAll(() => {
  template = synthesised();
});

const plainHttp = { Bool: { 'aws:SecureTransport': 'false' } };

describe('ready.fifo', () => {
  test('is a FIFO queue in high-throughput mode whose visibility outlasts six harvests', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      FifoQueue: true,
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
      VisibilityTimeout: timing(60_000).visibilityMs / 1_000,
      MessageRetentionPeriod: 14 * 86_400,
      SqsManagedSseEnabled: true,
      ContentBasedDeduplication: Match.absent(),
    });
  });

  test('sets a ticket aside after its deliveries, in a FIFO queue that keeps it for a fortnight', () => {
    const queues = [...resources(template, 'AWS::SQS::Queue')];
    const ready = queues.find(
      ([, { Properties }]) => Properties.FifoQueue && Properties.RedrivePolicy !== undefined,
    )?.[1];
    const redrive = ready?.Properties.RedrivePolicy;
    expect(redrive.maxReceiveCount).toBe(timing(60_000).maxReceives);
    const dead = queues.find(([id]) => id === redrive.deadLetterTargetArn['Fn::GetAtt'][0])?.[1];
    expect(dead?.Properties).toMatchObject({ FifoQueue: true, MessageRetentionPeriod: 14 * 86_400 });
  });

  test('all queues refuse plain HTTP', () => {
    template.resourcePropertiesCountIs(
      'AWS::SQS::QueuePolicy',
      { PolicyDocument: { Statement: [Match.objectLike({ Effect: 'Deny', Condition: plainHttp })] } },
      4,
    );
  });

  test('feeds harvest ten messages at a time, each answered for by itself, with a bound on concurrency', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 10 },
    });
  });

  test('its timing follows the longest turn', () => {
    const short = synthesised({ turnMaxSeconds: 2 });
    short.hasResourceProperties('AWS::SQS::Queue', { VisibilityTimeout: timing(2_000).visibilityMs / 1_000 });
    short.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'winnow-harvest',
      Timeout: timing(2_000).functionMs / 1_000,
      Environment: { Variables: Match.objectLike({ [environment.turnSeconds]: '2' }) },
    });
  });
});

describe('what is stored', () => {
  test('tables are paid by the request, expire items, can be restored, and survive the stack', () => {
    const tables = [...resources(template, 'AWS::DynamoDB::Table').values()];
    expect(tables).toHaveLength(2);
    for (const table of tables) {
      expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
      expect(table.Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
      expect(table.Properties.GlobalSecondaryIndexes).toBeUndefined();
    }
  });

  test('the bucket is closed to the public, encrypted, and survives the stack', () => {
    const [bucket, ...others] = [...resources(template, 'AWS::S3::Bucket').values()];
    expect(others).toEqual([]);
    expect(bucket).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(bucket?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
  });

  test('a new stack adopts what an old one left, as the same resources under their names', () => {
    const adopt = { frontierTable: 'old-frontier', recordsTable: 'old-records', bucket: 'old-bucket' };
    const other = synthesised({ adopt });
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket']) {
      const [usual, adopting] = [resources(template, type), resources(other, type)];
      expect([...adopting.keys()]).toEqual([...usual.keys()]);
      for (const [id, { Properties, ...rest }] of adopting) {
        const { TableName = '', BucketName = '', ...same } = Properties;
        expect(TableName + BucketName).toMatch(/^old-(frontier|records|bucket)$/);
        expect({ ...rest, Properties: same }).toEqual(usual.get(id));
      }
    }
  });

  test('the bucket refuses plain HTTP', () => {
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([Match.objectLike({ Effect: 'Deny', Condition: plainHttp })]),
      },
    });
  });

  test('abandoned uploads and former versions go by themselves, and nothing that is current does: a pause may last for years', () => {
    const [bucket] = resources(template, 'AWS::S3::Bucket').values();
    expect(bucket?.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toEqual([
      {
        Id: 'abandoned-uploads',
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        Status: 'Enabled',
      },
      // As long as a table can be restored to a second.
      {
        Id: 'former',
        NoncurrentVersionExpiration: { NoncurrentDays: 35 },
        ExpiredObjectDeleteMarker: true,
        Status: 'Enabled',
      },
      {
        Id: 'former-copies',
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        Prefix: 'sql/',
        Status: 'Enabled',
      },
      {
        Id: 'former-graphs',
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        Prefix: 'graph/',
        Status: 'Enabled',
      },
      {
        Id: 'converted',
        Prefix: 'converting/',
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        Status: 'Enabled',
      },
    ]);
  });

  test('nothing needs a custom resource', () => {
    expect(resources(template, 'AWS::Lambda::Function').size).toBe(functionNames.length + 2);
  });
});

describe('functions', () => {
  test.each(functionNames)('%s runs on Node 24 on arm64 and keeps its log for a bounded time', (name) => {
    const named = functionName('winnow', name);
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: named,
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Environment: { Variables: Match.objectLike({ [environment.stack]: 'winnow' }) },
    });
    template.hasResourceProperties('AWS::Logs::LogGroup', {
      LogGroupName: `/aws/lambda/${named}`,
      RetentionInDays: 30,
    });
  });

  test('distil is called by recycle alone, has the most time, and costs nothing where no job distils', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'winnow-distil',
      MemorySize: 2_048,
      Timeout: 900,
    });
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'winnow-recycle',
      Environment: { Variables: Match.objectLike({ [environment.distiller]: 'winnow-distil' }) },
    });
    for (const type of ['AWS::Scheduler::Schedule', 'AWS::CloudWatch::Alarm'])
      expect(JSON.stringify([...resources(template, type).values()])).not.toContain('istil');
  });

  test.each([
    ['dispatch', 'Allow'],
    ['harvest', 'Allow'],
    ['recycle', 'Allow'],
    ['distil', 'Allow'],
    ['ops', 'Terminate'],
    ['view', 'Terminate'],
  ])('%s has recursive-loop detection set to %s (docs/decisions/0003)', (name, recursion) => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: `winnow-${name}`,
      RecursiveLoop: recursion,
    });
  });

  const opsVariables = (of: Template): Readonly<Record<string, unknown>> => {
    const functions = [...resources(of, 'AWS::Lambda::Function').values()];
    const ops = functions.find((one) => one.Properties.FunctionName === 'winnow-ops');
    return ops?.Properties.Environment.Variables;
  };

  test('ops knows every name of the stack: the CLI finds the rest through it', () => {
    const { plugins: _, sql: __, programs: ___, distiller: ____, sinks: _____, ...always } = environment;
    expect(Object.keys(opsVariables(template))).toEqual(expect.arrayContaining(Object.values(always)));
  });

  test('ops knows which plug-ins harvest has', () => {
    expect(opsVariables(template)[environment.plugins]).toBeUndefined();
    const variables = opsVariables(synthesised({ plugins: 'plugins' }, ['a1', 'b2']));
    expect(variables[environment.plugins]).toBe('a1,b2');
  });

  test('a failed dispatch, recycling or distilling is not called again: the next minute does the same', () => {
    const retries = [...resources(template, 'AWS::Lambda::EventInvokeConfig').values()];
    expect(retries.map((one) => one.Properties.MaximumRetryAttempts)).toEqual([0, 0, 2, 0]);
  });

  test('a dispatch, recycling or distilling that is throttled waits for a minute, not for six hours; what people ask for waits', () => {
    const ages = [...resources(template, 'AWS::Lambda::EventInvokeConfig').values()];
    expect(ages.map((one) => one.Properties.MaximumEventAgeInSeconds)).toEqual([60, 60, undefined, 60]);
  });

  test('memory is chosen by settings', () => {
    synthesised({ memory: { harvest: 2_048 } }).hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'winnow-harvest',
      MemorySize: 2_048,
    });
  });
});

describe('schedules', () => {
  test.each([
    ['dispatch', 'rate(1 minute)', '{}'],
    ['recycle', 'rate(1 minute)', '{}'],
    [
      'reharvest',
      'cron(0 3 * * ? *)',
      '{"command":"reharvest","olderThanDays":30,"by":"schedule","reason":"pages older than 30 days","requestId":"reharvest-<aws.scheduler.scheduled-time>"}',
    ],
  ])('%s runs at %s', (name, expression, input) => {
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      Name: name,
      GroupName: 'winnow',
      ScheduleExpression: expression,
      State: 'ENABLED',
      Target: Match.objectLike({ Input: input }),
    });
  });

  test('can be deployed disabled, and slower', () => {
    const resting = synthesised({ recycleEveryMinutes: 5, schedules: { dispatch: 'disabled' } });
    resting.hasResourceProperties('AWS::Scheduler::Schedule', { Name: 'dispatch', State: 'DISABLED' });
    resting.hasResourceProperties('AWS::Scheduler::Schedule', {
      Name: 'recycle',
      ScheduleExpression: 'rate(5 minutes)',
    });
  });

  test('say what they are for, and are not touched by a deploy that changes anything else', () => {
    const schedules = resources(template, 'AWS::Scheduler::Schedule');
    for (const one of schedules.values()) expect(one.Properties.Description).toMatch(/^Winnow: /);
    const other = synthesised({
      alarms: { which: 'none' },
      memory: { dispatch: 512, ops: 1_024 },
      harvestConcurrency: 20,
      logRetentionDays: 7,
      dashboard: 'disabled',
    });
    // What somebody changed in the console CloudFormation leaves alone as long as the template says the same.
    expect(resources(other, 'AWS::Scheduler::Schedule')).toEqual(schedules);
  });

  test('each has a role of its own, for schedules of this account only', () => {
    const targets = [...resources(template, 'AWS::Scheduler::Schedule').values()];
    const roles = targets.map((one) => one.Properties.Target.RoleArn['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(targets.length);
    for (const id of roles) {
      const role = resources(template, 'AWS::IAM::Role').get(id);
      expect(role?.Properties.AssumeRolePolicyDocument.Statement).toEqual([
        expect.objectContaining({
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        }),
      ]);
    }
  });
});

test('two syntheses into different directories give the same template', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'winnow-same-'));
  try {
    const [one, other] = ['one', 'two/levels/deeper'].map((name) =>
      synthesis({ outdir: join(scratch, name) }).toJSON(),
    );
    expect(other).toEqual(one);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

test('the outputs name what people look for', () => {
  const outputs = Object.keys(template.findOutputs('*'));
  expect(outputs).toEqual(
    expect.arrayContaining([
      'FrontierTable',
      'RecordsTable',
      'BucketName',
      'TicketsUrl',
      'DeadLettersUrl',
      'RedriveCommand',
      'HarvestFunction',
    ]),
  );
});

test('an output leads to the dashboard, where there is one', () => {
  const { Value } = template.findOutputs('DashboardConsole').DashboardConsole ?? {};
  expect(JSON.stringify(Value)).toContain('#dashboards:name=winnow');
  expect(synthesised({ dashboard: 'disabled' }).findOutputs('DashboardConsole')).toEqual({});
});

test('the stack is protected from being deleted, unless its settings say otherwise', () => {
  const isProtected = (input: StackSettingsInput): boolean | undefined => {
    const settings = stackSettings(input);
    const code = () => Code.fromInline('export {}');
    return new WinnowStack(new App(), 'protected', { settings, code }).terminationProtection;
  };
  expect(isProtected({})).toBe(true);
  expect(isProtected({ terminationProtection: 'disabled' })).toBe(false);
});

test('the template says which settings were chosen, so that `cdk diff` shows those that are forgotten', () => {
  const alarmTopic = 'arn:aws:sns:eu-west-1:123456789012:pager';
  const chosen = (input: StackSettingsInput) => synthesised(input).toJSON().Metadata ?? {};
  expect(chosen({})).toEqual({});
  expect(chosen({ alarmTopic, turnMaxSeconds: '30', memory: { harvest: 2_048 } })).toMatchObject({
    'winnow setting alarmTopic': alarmTopic,
    'winnow setting turnMaxSeconds': 30,
    'winnow setting memory': { harvest: 2_048 },
  });
});
