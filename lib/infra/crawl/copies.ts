import { Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { WinnowError } from '../../base/error.ts';
import { prefixes } from '../../config/stack/names.ts';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import type { CrawlBucket, ObjectPrefix } from './crawl-bucket.ts';
import type { Schedules } from './schedules.ts';
import type { StateTable } from './state-table.ts';

type Asked = NonNullable<StackSettings['copies']>;

interface Copied {
  readonly objects: CrawlBucket;
  /** By the names of their exports. */
  readonly tables: Readonly<Record<'frontier' | 'records', StateTable>>;
  readonly schedules: Pick<Schedules, 'groupName'>;
}

type CopiesProps = Asked & Copied;

/** What cannot be made again from the rest. */
const copied = [
  ...(['config', 'models', 'bundles', 'changes', 'links', 'segments', 'staged', 'offTopic'] as const),
  'graph',
] as const satisfies readonly ObjectPrefix[];

/** Where the exports of the tables lie in the other bucket. */
const exportsPrefix = 'table-exports/';

/**
 * Copies of everything in a bucket of another region or account: objects as they are put, and the tables whole, every so many hours.
 * docs/decisions/0046-copies-elsewhere.md says why so.
 */
class Copies extends Construct {
  constructor(scope: Construct, id: string, props: CopiesProps) {
    super(scope, id);
    this.replicate(props);
    for (const [name, table] of Object.entries(props.tables)) this.export(name, table, props);
  }

  private replicate({ bucket, account, objects }: CopiesProps): void {
    const there = this.arn(bucket);
    const here = objects.bucket.bucketArn;
    const role = new Role(this, 'Replication', { assumedBy: new ServicePrincipal('s3.amazonaws.com') });
    for (const [actions, resource] of [
      [['s3:GetReplicationConfiguration', 's3:ListBucket'], here],
      [
        ['s3:GetObjectVersionForReplication', 's3:GetObjectVersionAcl', 's3:GetObjectVersionTagging'],
        `${here}/*`,
      ],
      [['s3:ReplicateObject', 's3:ReplicateDelete', 's3:ObjectOwnerOverrideToBucketOwner'], `${there}/*`],
    ] as const)
      role.addToPolicy(
        new PolicyStatement({ effect: Effect.ALLOW, actions: [...actions], resources: [resource] }),
      );
    const { defaultChild } = objects.bucket.node;
    if (!(defaultChild instanceof CfnBucket))
      throw new WinnowError('internal', 'the bucket has no CfnBucket');
    const owner =
      account === undefined ? {} : { account, accessControlTranslation: { owner: 'Destination' } };
    defaultChild.replicationConfiguration = {
      role: role.roleArn,
      rules: copied.map((kind, index) => ({
        ...{ id: kind, priority: index + 1, status: 'Enabled', filter: { prefix: prefixes[kind] } },
        destination: { bucket: there, ...owner },
        deleteMarkerReplication: { status: 'Enabled' },
      })),
    };
  }

  /** A schedule that asks DynamoDB itself: no function runs. */
  private export(
    name: string,
    { table }: StateTable,
    { bucket, account, everyHours, schedules }: CopiesProps,
  ): void {
    const there = this.arn(bucket);
    const scheduler = new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
    const role = new Role(this, `${name}-role`, { assumedBy: scheduler });
    role.addToPolicy(
      new PolicyStatement({ actions: ['dynamodb:ExportTableToPointInTime'], resources: [table.tableArn] }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:AbortMultipartUpload', 's3:PutObject', 's3:PutObjectAcl'],
        resources: [`${there}/${exportsPrefix}*`],
      }),
    );
    const schedule = new CfnSchedule(this, name, {
      name: `export-${name}`,
      groupName: schedules.groupName,
      description: `Winnow: exports the table ${name} into the bucket ${bucket}.`,
      scheduleExpression: `rate(${everyHours} ${everyHours === 1 ? 'hour' : 'hours'})`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: `arn:${Stack.of(this).partition}:scheduler:::aws-sdk:dynamodb:exportTableToPointInTime`,
        roleArn: role.roleArn,
        input: Stack.of(this).toJsonString({
          ...{ TableArn: table.tableArn, S3Bucket: bucket, S3Prefix: `${exportsPrefix}${name}` },
          ...(account !== undefined && { S3BucketOwner: account }),
          ExportFormat: 'DYNAMODB_JSON',
        }),
        retryPolicy: { maximumRetryAttempts: 5, maximumEventAgeInSeconds: 3_600 },
      },
    });
    schedule.node.addDependency(role);
  }

  private arn(bucket: string): string {
    return `arn:${Stack.of(this).partition}:s3:::${bucket}`;
  }
}

/** Copies a crawl where its settings ask for it. @throws WinnowError `config` for what S3 would not copy */
export function copyElsewhere(
  crawl: Construct,
  asked: Asked | undefined,
  { hasOwnKey, ...copied }: Copied & { readonly hasOwnKey: boolean },
): void {
  if (asked === undefined) return;
  if (hasOwnKey)
    throw new WinnowError('config', 'copies: not with a key of your own, whose objects S3 would not copy');
  new Copies(crawl, 'Copies', { ...asked, ...copied });
}
