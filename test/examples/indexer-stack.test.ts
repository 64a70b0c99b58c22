import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { expect, it } from 'vitest';
import { mustBeChanges, objectsOf } from '../../examples/indexer/aws/bucket.ts';
import { IndexerStack } from '../../examples/indexer/aws/indexer-stack.ts';
import { changesKey } from '../../lib/adapters/aws/base/keys.ts';
import { eventOf } from '../../lib/adapters/aws/queue/change-events.ts';
import { ownObject } from '../support/collection/own-object.ts';

const template = Template.fromStack(
  new IndexerStack(new App({ analyticsReporting: false }), 'indexer', {
    crawlBucket: 'crawl',
    code: Code.fromInline('export {}'),
  }),
);

it('lets the bucket of the crawl, and no other, write to its queue', () => {
  template.hasResourceProperties('AWS::SQS::QueuePolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Allow',
          Action: 'sqs:SendMessage',
          Principal: { Service: 's3.amazonaws.com' },
          Condition: Match.objectLike({ StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } }),
        }),
      ]),
    },
  });
});

it('keeps what it could not take in, and waits six times as long as the consumer may take', () => {
  template.hasResourceProperties('AWS::SQS::Queue', {
    VisibilityTimeout: 1_800,
    RedrivePolicy: Match.objectLike({ maxReceiveCount: 5 }),
  });
  template.hasResourceProperties('AWS::Lambda::Function', { Timeout: 300 });
});

it('keeps the index when the stack goes', () => {
  template.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
});

it('reads changes of the crawl, and nothing else of it', () => {
  const [policy] = Object.values(template.findResources('AWS::IAM::Policy'));
  const statements: { readonly Action: unknown; readonly Resource: unknown }[] =
    policy?.Properties.PolicyDocument.Statement;
  const ofCrawl = statements.filter(({ Resource }) => JSON.stringify(Resource).includes(':s3:::crawl'));
  expect(ofCrawl.map(({ Action }) => Action)).toEqual(['s3:GetObject', 's3:ListBucket']);
  expect(JSON.stringify(ofCrawl[0]?.Resource)).toContain(':s3:::crawl/changes/*');
});

it('understands the events that a replay sends', () => {
  const name = ownObject({ host: 'example.org:8080', turn: 7 });
  const key = changesKey('birds', name);
  const body = eventOf('crawl', { name, key, at: 0 });
  expect(objectsOf(body)).toEqual([{ bucket: 'crawl', key }]);
  expect(body).toContain('example.org%3A8080');
  expect(() => mustBeChanges(key)).not.toThrow();
  expect(() => mustBeChanges('changes/birds/~0000000000007-abc.jsonl.gz')).not.toThrow();
});
