import { describe, expect, test } from 'vitest';
import { stackSettings } from '../../../lib/config/stack/stack-settings.ts';

const queue = 'arn:aws:sqs:eu-west-1:123456789012:indexer';
const topic = 'arn:aws:sns:eu-west-1:123456789012:changes';
const fn = 'arn:aws:lambda:eu-west-1:123456789012:function:index';

const given = (...changesDestinations: readonly object[]) =>
  stackSettings({ changesDestinations } as never).changesDestinations;

describe('who is told of changes', () => {
  test.each([
    [{ kind: 'sqs', arn: queue }],
    [{ kind: 'sqs', arn: queue, prefix: 'changes/birds/' }],
    [{ kind: 'sqs', arn: queue, prefix: 'changes/team-a-' }],
    [{ kind: 'sqs', arn: queue.replace('arn:aws:', 'arn:aws-us-gov:') }],
    [{ kind: 'sns', arn: topic }],
    [{ kind: 'lambda', arn: fn }],
    [{ kind: 'lambda', arn: `${fn}:live` }],
    [{ kind: 'eventbridge' }],
  ])('may be %j', (one) => {
    expect(given(one)).toMatchObject([one]);
  });

  test.each([
    [
      { kind: 'sqs', arn: `${queue}.fifo` },
      'is FIFO, and S3 does not send to FIFO queues: name a standard queue',
    ],
    [
      { kind: 'sns', arn: `${topic}.fifo` },
      'is FIFO, and S3 does not send to FIFO topics: name a standard topic',
    ],
    [{ kind: 'sqs', arn: topic }, 'must be the ARN of a queue'],
    [
      { kind: 'sqs', arn: 'https://sqs.eu-west-1.amazonaws.com/123456789012/indexer' },
      'must be the ARN of a queue',
    ],
    [{ kind: 'sqs', arn: 'indexer' }, 'must be the ARN of a queue'],
    [{ kind: 'sns', arn: `${topic}:5f2b6c` }, 'must be the ARN of a topic'],
    [{ kind: 'lambda', arn: fn.replace(':function:', ':') }, 'must be the ARN of a function'],
    [{ kind: 'lambda', arn: queue }, 'must be the ARN of a function'],
    [{ kind: 'sqs', arn: queue, prefix: 'documents/' }, 'must begin with changes/'],
    [{ kind: 'sqs', arn: queue, prefix: 'changes/Birds/' }, 'must name a job as jobs are called'],
    [{ kind: 'sqs', arn: queue, prefix: 'changes//' }, 'must name a job as jobs are called'],
    [{ kind: 'sqs', arn: queue, prefxi: 'changes/' }, 'prefxi'],
    [{ kind: 'sqs' }, 'changesDestinations.0.arn'],
    [{ kind: 'eventbridge', prefix: 'changes/birds/' }, 'prefix'],
    [{ kind: 'mail', arn: queue }, 'changesDestinations.0'],
  ])('may not be %j', (one, message) => {
    expect(() => given(one)).toThrow(message);
    expect(() => given(one)).toThrow(/^changesDestinations\.0/);
  });

  test.each([
    ['changes/', 'changes/birds/'],
    ['changes/birds', 'changes/birds-2/'],
    ['changes/birds/', 'changes/birds/'],
  ])('may not be two of which S3 would tell only one: %s and %s', (one, other) => {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ]) {
      const both = [
        { kind: 'sqs', arn: queue, prefix: first },
        { kind: 'eventbridge' },
        { kind: 'sns', arn: topic, prefix: second },
      ];
      const message =
        /^changesDestinations\.\d \((sqs|sns) changes\/.*\) overlaps changesDestinations\.\d \((sqs|sns) changes\//;
      expect(() => given(...both)).toThrow(message);
      expect(() => given(...both)).toThrow('use a topic that fans out, or EventBridge');
    }
  });

  test('may be several with prefixes apart, of any kind', () => {
    const some = [
      { kind: 'sqs', arn: queue, prefix: 'changes/birds/' },
      { kind: 'sns', arn: topic, prefix: 'changes/birds-2/' },
      { kind: 'lambda', arn: fn, prefix: 'changes/fish/' },
      { kind: 'eventbridge' },
    ];
    expect(given(...some)).toMatchObject(some);
  });
});
