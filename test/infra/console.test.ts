import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, test } from 'vitest';
import { opsExamples } from '../../lib/config/operate/ops-examples.ts';
import { resources, synthesised } from './synthesised.ts';

let template: Template;
beforeAll(() => {
  template = synthesised();
});

describe('commands as events', () => {
  test('are taken from no bus by default: events:PutEvents alone stops and purges nothing', () => {
    template.resourceCountIs('AWS::Events::Rule', 0);
    template.resourceCountIs('AWS::Events::EventBus', 0);
    const callers = [...resources(template, 'AWS::Lambda::Permission').values()];
    expect(callers.map(({ Properties }) => Properties.Principal)).not.toContain('events.amazonaws.com');
  });

  test('can have a bus of their own, which permissions can name', () => {
    const own = synthesised({ commandBus: 'own' });
    own.hasResourceProperties('AWS::Events::EventBus', { Name: 'winnow-commands' });
    own.hasResourceProperties('AWS::Events::Rule', {
      EventBusName: Match.objectLike({ Ref: Match.anyValue() }),
    });
    own.hasOutput('CommandBus', {});
  });

  test('of the default bus, where that is asked for, reach the ops function, which nobody else may call by the bus', () => {
    const listening = synthesised({ commandBus: 'default' });
    listening.hasResourceProperties('AWS::Events::Rule', {
      Name: 'winnow-commands',
      EventPattern: { source: ['winnow.winnow'], 'detail-type': ['Winnow Command'] },
      State: 'ENABLED',
    });
    listening.hasResourceProperties('AWS::Lambda::Permission', {
      Principal: 'events.amazonaws.com',
      SourceArn: Match.objectLike({ 'Fn::GetAtt': Match.anyValue() }),
    });
  });

  test('are answered by events, as are the calls of schedules', () => {
    const configs = [...resources(template, 'AWS::Lambda::EventInvokeConfig').values()];
    const answering = configs.filter(({ Properties }) => Properties.DestinationConfig !== undefined);
    expect(answering).toHaveLength(1);
    const { OnSuccess, OnFailure } = answering[0]?.Properties.DestinationConfig ?? {};
    expect(JSON.stringify(OnSuccess)).toContain('event-bus/default');
    expect(OnFailure).toEqual(OnSuccess);
  });
});

describe('test events that all users share', () => {
  test('are made where that is asked for, in a registry that is there or in the first one', () => {
    template.resourceCountIs('AWS::EventSchemas::Schema', 0);
    const added = synthesised({ testEvents: 'add' });
    added.resourceCountIs('AWS::EventSchemas::Registry', 0);
    const [schema] = resources(added, 'AWS::EventSchemas::Schema').values();
    expect(schema?.Properties).toMatchObject({
      RegistryName: 'lambda-testevent-schemas',
      SchemaName: '_winnow-ops-schema',
      Type: 'OpenApi3',
    });
    const { examples } = JSON.parse(schema?.Properties.Content).components;
    expect(examples.status).toEqual({ value: opsExamples.status });
    synthesised({ testEvents: 'first' }).resourceCountIs('AWS::EventSchemas::Registry', 1);
  });
});

describe('what can be reached from outside', () => {
  test('is nothing without IAM: no function URL, no API, and no permission for everybody', () => {
    for (const type of [
      'AWS::Lambda::Url',
      'AWS::ApiGateway::RestApi',
      'AWS::ApiGatewayV2::Api',
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
    ])
      template.resourceCountIs(type, 0);
    for (const { Properties } of resources(template, 'AWS::Lambda::Permission').values()) {
      expect(Properties.Principal).not.toBe('*');
      expect(Properties.SourceArn).toBeDefined();
    }
    const policies = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy'].flatMap((type) => [
      ...resources(template, type).values(),
    ]);
    expect(policies.length).toBeGreaterThan(2);
    for (const { Properties } of policies)
      for (const statement of Properties.PolicyDocument.Statement) expect(statement.Effect).toBe('Deny');
  });

  test('with REST is a URL of each function that people ask, for whom AWS knows and lets do both actions', () => {
    const open = synthesised({ rest: 'enabled' });
    const urls = [...resources(open, 'AWS::Lambda::Url').values()];
    expect(urls.map(({ Properties }) => Properties.AuthType)).toEqual(['AWS_IAM', 'AWS_IAM']);
    expect(JSON.stringify(urls)).toMatch(/ViewFunction.*OpsFunction/);
    for (const { Properties } of urls) expect(Properties).not.toHaveProperty('Cors');
    for (const { Properties } of resources(open, 'AWS::Lambda::Permission').values())
      expect(Properties.Principal).not.toBe('*');
    for (const name of ['ViewUrl', 'OpsUrl']) open.hasOutput(name, {});
  });

  test('and every queue that is no dead-letter queue has one', () => {
    const queues = resources(template, 'AWS::SQS::Queue');
    const dead = [...queues.values()].flatMap(({ Properties }) =>
      Properties.RedrivePolicy === undefined
        ? []
        : [Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]],
    );
    for (const [id, { Properties }] of queues)
      expect(dead.includes(id) || Properties.RedrivePolicy !== undefined).toBe(true);
    expect(dead.length).toBeGreaterThan(0);
  });
});

test('the dashboard has the widgets that the ops function draws', () => {
  const [page] = resources(template, 'AWS::CloudWatch::Dashboard').values();
  const text = JSON.stringify(page?.Properties.DashboardBody);
  expect(text).toContain('"type\\":\\"custom');
  for (const name of ['jobs', 'reharvest']) expect(text).toContain(`\\"widget\\":\\"${name}`);
});
