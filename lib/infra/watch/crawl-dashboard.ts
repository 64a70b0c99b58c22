import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  CustomWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  PeriodOverride,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import type { MetricName } from '../../domain/metrics/catalogue.ts';
import type { ReadyQueue } from '../crawl/ready-queue.ts';
import type { StateTable } from '../crawl/state-table.ts';
import type { WinnowFunction } from '../crawl/winnow-function.ts';
import { crawlMetric, dollarsPerThousandPages } from './crawl-metrics.ts';

export interface CrawlDashboardProps {
  readonly settings: StackSettings;
  readonly functions: readonly WinnowFunction[];
  readonly tables: readonly StateTable[];
  readonly ready: ReadyQueue;
  /** Draws the widgets, whose buttons call the function that may do what they say. */
  readonly view: WinnowFunction;
}

const period = Duration.minutes(5);

/** The crawl on one page of the CloudWatch console, under the name of the stack. */
export class CrawlDashboard extends Construct {
  constructor(scope: Construct, id: string, props: CrawlDashboardProps) {
    super(scope, id);
    const alarms = scope.node.findAll().filter((node) => node instanceof Alarm);
    const rows: readonly (readonly IWidget[])[] = [
      [widget(props.view, 'Jobs', 'jobs', 16), widget(props.view, 'Make pages due again', 'reharvest', 8)],
      alarms.length === 0 ? [] : [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 })],
      crawlGraphs(props.settings.stackName),
      serviceGraphs(props),
      props.settings.sinks === 'enabled' ? sinkGraphs(props.settings.stackName) : [],
      [moreThere(props.settings.stackName)],
    ];
    new Dashboard(this, 'Page', {
      dashboardName: props.settings.stackName,
      periodOverride: PeriodOverride.AUTO,
      widgets: rows.filter((row) => row.length > 0).map((row) => [...row]),
    });
  }
}

function crawlGraphs(stackName: string): readonly IWidget[] {
  const some = (...names: readonly MetricName[]) => names.map((name) => crawlMetric(stackName, name, period));
  return [
    graph('Pages', some('Pages', 'KeptPages', 'FailedPages', 'FruitlessPages')),
    graph('Refused by sites', some('DeniedPages', 'ClientErrors', 'ThrottledPages', 'ServerErrors')),
    graph('Hosts wait, seconds', [crawlMetric(stackName, 'DueLagSeconds', period, 'Maximum')]),
    graph('$ per 1,000 pages', [dollarsPerThousandPages(stackName)]),
  ];
}

function sinkGraphs(stackName: string): readonly IWidget[] {
  const some = (...names: readonly MetricName[]) => names.map((name) => crawlMetric(stackName, name, period));
  return [
    graph('Sinks are behind, seconds', [crawlMetric(stackName, 'SinkLagSeconds', period, 'Maximum')]),
    graph('Changes to sinks', some('PushedChanges', 'RefusedChanges')),
  ];
}

function serviceGraphs({ functions, tables, ready: { queue, deadLetters } }: CrawlDashboardProps) {
  const each = <T>(things: readonly T[], metricOf: (thing: T) => IMetric) => things.map(metricOf);
  return [
    graph('Tickets', [
      queue.metricApproximateNumberOfMessagesVisible({ period, label: 'waiting' }),
      queue.metricApproximateNumberOfMessagesNotVisible({ period, label: 'at work' }),
      deadLetters.metricApproximateNumberOfMessagesVisible({ period, label: 'given up' }),
    ]),
    graph(
      'Functions that failed',
      each(functions, ({ lambda, name }) => lambda.metricErrors({ period, label: name })),
    ),
    graph(
      'Longest runs, ms',
      each(functions, ({ lambda, name }) =>
        lambda.metricDuration({ period, statistic: 'Maximum', label: name }),
      ),
    ),
    graph(
      'Write units',
      each(tables, ({ table, node }) => table.metricConsumedWriteCapacityUnits({ period, label: node.id })),
    ),
  ];
}

/** Shows the answer of the function. Not updated when the time range changes, which the answer does not depend on. */
function widget({ lambda }: WinnowFunction, title: string, name: string, width: number): CustomWidget {
  return new CustomWidget({
    title,
    functionArn: lambda.functionArn,
    params: { widget: name },
    updateOnRefresh: true,
    updateOnResize: false,
    updateOnTimeRangeChange: false,
    width,
    height: 9,
  });
}

/** Where the rest is seen: over credentials of whoever looks, so that nothing public serves it. */
function moreThere(stackName: string): IWidget {
  const markdown = `\`winnow console --stack ${stackName}\` shows queue, hosts, failures and pages in a browser on your own machine.`;
  return new TextWidget({ markdown, width: 24, height: 2 });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 6, height: 6, leftYAxis: { min: 0, showUnits: false } });
}
