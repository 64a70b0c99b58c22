import { Stack, Validations } from 'aws-cdk-lib';
import type { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { WinnowCrawl } from 'winnow-crawler/cdk';

/** What the functions may do in the bucket, prefix by prefix, and what an operator may read. */
const prefixes = [
  ...[
    'bundles/',
    'changes/',
    'config/',
    'converting/',
    'documents/',
    'exports/',
    'graph/',
    'links/',
    'models/',
    'off-topic/',
    'reports/',
    'segments/',
    'staged/',
  ],
  '',
];

/** What AwsSolutions finds in the crawl, and why it is as it is. */
export function acknowledge(crawl: WinnowCrawl): void {
  const stack = Stack.of(crawl);
  const bucket = stack.getLogicalId(crawl.bucket.node.defaultChild as CfnBucket);
  const acknowledged = (rule: string, reason: string) =>
    Validations.of(stack).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  acknowledged(
    'S1',
    'Access logs would cost as much as the PUTs of the crawl; CloudTrail can log them where that is asked for.',
  );
  acknowledged(
    'IAM5[Resource::*]',
    'Lambda connects functions to the network, and EC2 knows no narrower resource; their own code is denied it.',
  );
  for (const prefix of prefixes)
    acknowledged(
      `IAM5[Resource::<${bucket}.Arn>/${prefix}*]`,
      'Names of objects are made as the crawl goes: the prefix is as narrow as a resource can be.',
    );
}
