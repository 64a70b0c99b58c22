import { describe, expect, test } from 'vitest';
import { resources, synthesised } from './synthesised.ts';

const queue = 'arn:aws:sqs:eu-west-1:123456789012:indexer';
const topic = 'arn:aws:sns:eu-west-1:123456789012:changes';
const lambda = 'arn:aws:lambda:eu-west-1:123456789012:function:index';

const prefixRule = (value: string) => ({ S3Key: { Rules: [{ Name: 'prefix', Value: value }] } });
const bucketOf = (template: ReturnType<typeof synthesised>) =>
  [...resources(template, 'AWS::S3::Bucket').values()][0];
const fromOurBuckets = {
  StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
  ArnLike: { 'aws:SourceArn': { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::winnow*']] } },
};

describe('events of changes objects', () => {
  test('without destinations nobody is told', () => {
    expect(bucketOf(synthesised())?.Properties.NotificationConfiguration).toBeUndefined();
  });

  test('go to queues, topics, functions and EventBridge, each under its prefix', () => {
    const template = synthesised({
      changesDestinations: [
        { kind: 'sqs', arn: queue, prefix: 'changes/birds/' },
        { kind: 'sns', arn: topic, prefix: 'changes/fish/' },
        { kind: 'lambda', arn: lambda, prefix: 'changes/trees/' },
        { kind: 'eventbridge' },
      ],
    });
    const Event = 's3:ObjectCreated:*';
    expect(bucketOf(template)?.Properties.NotificationConfiguration).toEqual({
      QueueConfigurations: [{ Event, Queue: queue, Filter: prefixRule('changes/birds/') }],
      TopicConfigurations: [{ Event, Topic: topic, Filter: prefixRule('changes/fish/') }],
      LambdaConfigurations: [{ Event, Function: lambda, Filter: prefixRule('changes/trees/') }],
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
  });

  test('the bucket may write to a queue, by a statement that is added to its policy, before it is told to', () => {
    const template = synthesised({ changesDestinations: [{ kind: 'sqs', arn: queue }] });
    const [[id, policy] = []] = resources(template, 'AWS::SQS::QueueInlinePolicy');
    expect(policy?.Properties.PolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Principal: { Service: 's3.amazonaws.com' },
        Resource: queue,
        Condition: fromOurBuckets,
      },
    ]);
    expect(bucketOf(template)?.DependsOn).toContain(id);
  });

  test('a bucket that is adopted, whatever it is called, and no other', () => {
    const adopt = { frontierTable: 'frontier', recordsTable: 'records', bucket: 'old-objects' };
    const template = synthesised({ adopt, changesDestinations: [{ kind: 'sqs', arn: queue }] });
    const [[, policy] = []] = resources(template, 'AWS::SQS::QueueInlinePolicy');
    expect(policy?.Properties.PolicyDocument.Statement[0].Condition.ArnLike).toEqual({
      'aws:SourceArn': { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::old-objects']] },
    });
  });

  test('the same for a topic', () => {
    const template = synthesised({ changesDestinations: [{ kind: 'sns', arn: topic }] });
    const [[id, policy] = []] = resources(template, 'AWS::SNS::TopicInlinePolicy');
    expect(policy?.Properties.PolicyDocument.Statement[0]).toMatchObject({
      Action: 'sns:Publish',
      Condition: fromOurBuckets,
    });
    expect(bucketOf(template)?.DependsOn).toContain(id);
  });

  test('the same for a function', () => {
    const template = synthesised({ changesDestinations: [{ kind: 'lambda', arn: lambda }] });
    const [[id, permission] = []] = resources(template, 'AWS::Lambda::Permission');
    expect(permission?.Properties).toMatchObject({
      Action: 'lambda:InvokeFunction',
      FunctionName: lambda,
      Principal: 's3.amazonaws.com',
      SourceAccount: { Ref: 'AWS::AccountId' },
    });
    expect(bucketOf(template)?.DependsOn).toContain(id);
  });

  test('a policy that exists is left alone: a queue of another account lets S3 in by itself', () => {
    const template = synthesised({
      changesDestinations: [{ kind: 'sqs', arn: queue, permission: 'exists' }],
    });
    expect(resources(template, 'AWS::SQS::QueueInlinePolicy').size).toBe(0);
    expect(bucketOf(template)?.Properties.NotificationConfiguration.QueueConfigurations).toHaveLength(1);
  });
});
