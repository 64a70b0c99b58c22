import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { IFunctionUrl } from 'aws-cdk-lib/aws-lambda';
import type { FixedEgress } from '../network/fixed-egress.ts';
import type { CrawlBucket } from './crawl-bucket.ts';
import { functionShapes } from './function-shapes.ts';
import type { OrderQueue } from './order-queue.ts';
import type { ReadyQueue } from './ready-queue.ts';
import type { Schedules } from './schedules.ts';
import type { StateTable } from './state-table.ts';
import type { WinnowFunction } from './winnow-function.ts';

export interface StackParts {
  readonly frontier: StateTable;
  readonly records: StateTable;
  readonly bucket: CrawlBucket;
  readonly ready: ReadyQueue;
  readonly conversions: OrderQueue;
  readonly functions: readonly WinnowFunction[];
  /** Feeds sinks, where the stack does. */
  readonly sinks: WinnowFunction | undefined;
  readonly schedules: Schedules;
  readonly egress: FixedEgress | undefined;
  readonly commandBus: string | undefined;
  /** Of REST, where the stack has it. */
  readonly urls: Readonly<Record<'view' | 'ops', IFunctionUrl>> | undefined;
  /** The name of the page in the CloudWatch console. */
  readonly dashboard: string | undefined;
}

/** The outputs of a deployed stack for people and scripts: names, links into the console, the redrive command. */
export function stackOutputs(stack: Stack, parts: StackParts): void {
  const { region } = stack;
  const output = (id: string, description: string, value: string) =>
    new CfnOutput(stack, id, { description, value });
  const console = (service: string, rest: string) =>
    `https://${region}.console.aws.amazon.com/${service}/${rest}`;

  output('FrontierTable', 'State of the crawl', parts.frontier.table.tableName);
  output('RecordsTable', 'Register of the collection', parts.records.table.tableName);
  output('BucketName', 'Documents, changes, links, settings', parts.bucket.bucket.bucketName);
  output('TicketsUrl', 'Hosts that are ready for their turn', parts.ready.queue.queueUrl);
  output('OrdersUrl', 'Documents that wait for their conversion', parts.conversions.queue.queueUrl);
  output('DeadLettersUrl', 'Tickets that were given up', parts.ready.deadLetters.queueUrl);
  output(
    'RedriveCommand',
    'Gives the dead letters back to the queue, once the cause is mended',
    `aws sqs start-message-move-task --region ${region} --source-arn ${parts.ready.deadLetters.queueArn}`,
  );
  for (const [index, address] of (parts.egress?.addresses ?? []).entries())
    output(`EgressAddress${index + 1}`, 'All requests to the web come from here', address);
  for (const { node, name, lambda } of parts.functions)
    output(`${node.id}Function`, functionShapes[name].description, lambda.functionName);
  output(
    'SchedulesConsole',
    'Disable a schedule here to stop it',
    console('scheduler', `home?region=${region}#schedules`),
  );
  if (parts.commandBus !== undefined)
    output('CommandBus', 'Event bus whose events are commands', parts.commandBus);
  if (parts.urls !== undefined) {
    output('ViewUrl', 'REST for who looks', parts.urls.view.url);
    output('OpsUrl', 'REST for who changes something', parts.urls.ops.url);
  }
  output('ScheduleGroup', 'Group of the schedules', parts.schedules.groupName);
  if (parts.dashboard !== undefined)
    output(
      'DashboardConsole',
      'The crawl on one page, with buttons',
      console('cloudwatch', `home?region=${region}#dashboards:name=${parts.dashboard}`),
    );
  output(
    'AlarmsConsole',
    'Alarms; docs/runbook.md says what to do',
    console('cloudwatch', `home?region=${region}#alarmsV2:?~(search~'${stack.stackName})`),
  );
  output('BucketConsole', 'The collection', console('s3', `buckets/${parts.bucket.bucket.bucketName}`));
}
