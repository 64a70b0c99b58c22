import type { Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, test } from 'vitest';
import { type StackSettingsInput, stackSettings } from '../../lib/config/stack/stack-settings.ts';
import { type Resource, resources, synthesised } from './synthesised.ts';
import { teamStack } from './team-stack.ts';

let template: Template;
let plain: Template;
beforeAll(() => {
  // CDK's types want lists that can be written to.
  template = synthesised(structuredClone(teamStack) as StackSettingsInput);
  plain = synthesised();
});

const all = (of: Template, type: string): readonly Resource[] => [...resources(of, type).values()];

describe('a stack in a network that is there already', () => {
  test('has all functions in its subnets and security groups, and makes none of either', () => {
    for (const { Properties } of all(template, 'AWS::Lambda::Function'))
      expect(Properties.VpcConfig).toEqual({
        SubnetIds: teamStack.network.subnets,
        SecurityGroupIds: teamStack.network.securityGroups,
      });
    for (const type of ['VPC', 'Subnet', 'SecurityGroup', 'NatGateway'])
      template.resourceCountIs(`AWS::EC2::${type}`, 0);
  });

  test('makes a security group that lets nothing in, where none is named', () => {
    const { vpc, subnets } = teamStack.network;
    const own = synthesised({ network: { vpc, subnets: [...subnets] } });
    const [group, ...others] = all(own, 'AWS::EC2::SecurityGroup');
    expect(others).toEqual([]);
    expect(group?.Properties).toMatchObject({ VpcId: vpc });
    expect(group?.Properties.SecurityGroupIngress).toBeUndefined();
  });
});

describe('a stack with a key', () => {
  test('encrypts tables, bucket, all queues and all logs with it', () => {
    const { kmsKey } = teamStack;
    for (const { Properties } of all(template, 'AWS::DynamoDB::Table'))
      expect(Properties.SSESpecification).toEqual({
        SSEEnabled: true,
        SSEType: 'KMS',
        KMSMasterKeyId: kmsKey,
      });
    const [bucket] = all(template, 'AWS::S3::Bucket');
    expect(bucket?.Properties.BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
      {
        BucketKeyEnabled: true,
        ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: kmsKey },
      },
    ]);
    expect(all(template, 'AWS::SQS::Queue').map(({ Properties }) => Properties.KmsMasterKeyId)).toEqual([
      kmsKey,
      kmsKey,
      kmsKey,
      kmsKey,
    ]);
    const logs = all(template, 'AWS::Logs::LogGroup');
    expect(logs).toHaveLength(7);
    for (const { Properties } of logs) expect(Properties.KmsKeyId).toBe(kmsKey);
    template.resourceCountIs('AWS::KMS::Key', 0);
  });

  test('lets functions use it through DynamoDB, S3 and SQS alone', () => {
    const statements = all(template, 'AWS::IAM::Policy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Resource }) => Resource === teamStack.kmsKey);
    expect(statements).toHaveLength(7);
    for (const { Condition } of statements) expect(Condition.StringEquals['kms:ViaService']).toHaveLength(3);
  });
});

describe('a stack under the rules of an account', () => {
  test('has every role within the boundary', () => {
    const roles = all(template, 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThanOrEqual(7);
    for (const { Properties } of roles)
      expect(Properties.PermissionsBoundary).toBe(teamStack.permissionsBoundary);
  });

  test('carries its tags on what is paid for', () => {
    const tags = Object.entries(teamStack.tags).map(([Key, Value]) => ({ Key, Value }));
    for (const type of [
      'AWS::DynamoDB::Table',
      'AWS::S3::Bucket',
      'AWS::SQS::Queue',
      'AWS::Lambda::Function',
      'AWS::Logs::LogGroup',
      'AWS::IAM::Role',
    ])
      for (const { Properties } of all(template, type))
        expect(Properties.Tags).toEqual(expect.arrayContaining(tags));
  });

  test('reserves concurrency where that is asked for, and nowhere else', () => {
    const reserved = (of: Template) =>
      Object.fromEntries(
        all(of, 'AWS::Lambda::Function').map(({ Properties }) => [
          Properties.FunctionName.replace('winnow-', ''),
          Properties.ReservedConcurrentExecutions,
        ]),
      );
    expect(reserved(template)).toEqual(teamStack.reservedConcurrency);
    expect(Object.values(reserved(plain)).filter((one) => one !== undefined)).toEqual([]);
  });

  test('goes without a trace where that is asked for; else tables and bucket stay', () => {
    for (const type of ['AWS::DynamoDB::Table', 'AWS::S3::Bucket']) {
      for (const { DeletionPolicy } of all(template, type)) expect(DeletionPolicy).toBe('Delete');
      for (const { DeletionPolicy } of all(plain, type)) expect(DeletionPolicy).toBe('Retain');
    }
    for (const { Properties } of all(template, 'AWS::DynamoDB::Table'))
      expect(Properties.DeletionProtectionEnabled).toBe(false);
  });
});

describe('settings that do not go together or are no such thing', () => {
  test.each<[StackSettingsInput, RegExp]>([
    [
      { network: { vpc: 'vpc-0a1b2c3d', subnets: ['subnet-0a1b2c3d'] }, fixedAddresses: 1 },
      /network: fixedAddresses/,
    ],
    [{ network: { vpc: 'my-vpc', subnets: ['subnet-0a1b2c3d'] } }, /network\.vpc: must be an id as vpc-/],
    [{ network: { vpc: 'vpc-0a1b2c3d', subnets: [] } }, /network\.subnets/],
    [{ kmsKey: 'arn:aws:kms:eu-west-1:123456789012:alias/winnow' }, /kmsKey: must be the ARN of a key/],
    [{ tags: { 'aws:team': 'a' } }, /tags/],
    [
      { reservedConcurrency: { harvest: 5 } },
      /reservedConcurrency\.harvest: must be at least harvestConcurrency \(10\)/,
    ],
    [
      { reservedConcurrency: { harvester: 50 } as never },
      /reservedConcurrency\.harvester: there is no such setting; did you mean harvest/,
    ],
    [{ permissionsBoundary: 'boundary' }, /permissionsBoundary: must be the ARN of a managed policy/],
    [{ removal: 'delete' as never }, /removal/],
  ])('%j is refused', (input, message) => {
    expect(() => stackSettings(input)).toThrow(message);
  });
});
