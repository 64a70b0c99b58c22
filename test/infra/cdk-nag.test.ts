import { App, type IPolicyValidationPluginBeta1, type Stack, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { type StackSettingsInput, stackSettings } from '../../lib/config/stack/stack-settings.ts';
import { WinnowStack } from '../../lib/infra/winnow-stack.ts';
import { teamStack } from './team-stack.ts';

/** By this name only: a checkout whose packages are older than this test is still type-checked. */
const nag: string = 'cdk-nag';
const { AwsSolutionsChecks } = (await import(nag)) as {
  readonly AwsSolutionsChecks: new (scope: IConstruct) => IPolicyValidationPluginBeta1;
};

/** Part of a bucket by its prefix, in what a function may do there. `grants.test.ts` holds which and what. */
const prefixes = [
  'changes',
  'config',
  'bundles',
  'documents',
  'exports',
  'graph',
  'links',
  'models',
  'off-topic',
  'converting',
  'reports',
  'segments',
  'staged',
];

/** What AwsSolutions finds and why it is as it is. */
const acknowledged: Readonly<Record<string, string>> = {
  'AwsSolutions::AwsSolutions-S1':
    'Access logs of the bucket would cost as much as its PUTs; nobody but six functions with roles of their own reads it, and CloudTrail data events can be switched on where that is asked for.',
  ...Object.fromEntries(
    prefixes.map((prefix) => [
      `AwsSolutions::AwsSolutions-IAM5[Resource::<BucketObjectsF3751061.Arn>/${prefix}/*]`,
      'Names of objects are made as the crawl goes: the prefix is as narrow as a resource can be.',
    ]),
  ),
};

/** What is found beside that in a stack within a network: EC2 allows most of it for every resource or for none. */
const acknowledgedInNetwork = {
  'AwsSolutions::AwsSolutions-IAM5[Resource::*]':
    'Lambda connects a function to a network by its role, and EC2 knows no narrower resource; the function itself is denied it.',
};

function checked(ids: readonly string[], input: StackSettingsInput = {}): App {
  const reasons: Readonly<Record<string, string>> = { ...acknowledged, ...acknowledgedInNetwork };
  const app = new App({ analyticsReporting: false });
  const settings = stackSettings(input);
  const stack: Stack = new WinnowStack(app, settings.stackName, {
    settings,
    code: () => Code.fromInline('export {}'),
  });
  for (const id of ids) Validations.of(stack).acknowledge({ id, reason: reasons[id] ?? '' });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}

test('AwsSolutions finds nothing in the stack but what is acknowledged with a reason', () => {
  const ids = Object.keys(acknowledged);
  expect(() => checked(ids).synth()).not.toThrow();
  expect(() => checked(ids.slice(1)).synth()).toThrow(/server access logs disabled/);
});

test('nor in one that fits a team: in its network, with its key, boundary and tags', () => {
  const ids = Object.keys({ ...acknowledged, ...acknowledgedInNetwork });
  expect(() => checked(ids, teamStack).synth()).not.toThrow();
});
