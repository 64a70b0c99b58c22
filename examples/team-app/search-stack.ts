import { join } from 'node:path';
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { FlowLogDestination, GatewayVpcEndpointAwsService, Vpc } from 'aws-cdk-lib/aws-ec2';
import { AccountPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { WinnowCrawl } from 'winnow-crawler/cdk';

const birds = join(import.meta.dirname, 'jobs', 'birds');

export interface SearchStackProps extends StackProps {
  /** For an emulator on this machine, which has no NAT gateways and no alarms on metric math. */
  readonly local?: boolean;
  /** The directory of the job that is deployed with the app. */
  readonly job?: string;
}

/** The search of a team: its network, its key, a crawl, and a queue that its indexer reads. */
export class SearchStack extends Stack {
  readonly crawl: WinnowCrawl;

  constructor(scope: Construct, id: string, { local = false, job = birds, ...props }: SearchStackProps = {}) {
    super(scope, id, props);
    const key = new Key(this, 'Key', { enableKeyRotation: true });
    const vpc = local ? undefined : this.network();

    this.crawl = new WinnowCrawl(this, 'Crawl', {
      name: 'team-search',
      encryptionKey: key,
      ...(vpc && { vpc }),
      tags: { team: 'search', 'cost-centre': '42' },
      jobs: [{ directory: job, open: true }],
      settings: { ...(local && { alarms: { which: 'none' as const } }) },
    });

    const givenUp = new Queue(this, 'ChangesGivenUp', {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const changes = new Queue(this, 'Changes', {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.minutes(1),
      deadLetterQueue: { queue: givenUp, maxReceiveCount: 10 },
    });
    this.crawl.onChange(changes, { job: 'birds' });

    const operator = new Role(this, 'Operator', { assumedBy: new AccountPrincipal(this.account) });
    this.crawl.grantOperate(operator);
    changes.grantConsumeMessages(operator);
    new CfnOutput(this, 'ChangesUrl', { value: changes.queueUrl });
  }

  /** Private subnets whose way to the web is a NAT gateway; S3 and DynamoDB are reached without it. */
  private network(): Vpc {
    const vpc = new Vpc(this, 'Network', {
      maxAzs: 2,
      natGateways: 1,
      flowLogs: { all: { destination: FlowLogDestination.toCloudWatchLogs() } },
    });
    vpc.addGatewayEndpoint('S3', { service: GatewayVpcEndpointAwsService.S3 });
    vpc.addGatewayEndpoint('DynamoDB', { service: GatewayVpcEndpointAwsService.DYNAMODB });
    return vpc;
  }
}
