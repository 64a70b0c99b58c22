import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import { runbookAlarm } from '../crawl/alarm.ts';
import { functionShapes } from '../crawl/function-shapes.ts';
import type { StateTable } from '../crawl/state-table.ts';
import type { WinnowFunction } from '../crawl/winnow-function.ts';
import { crawlMetric, dollarsPerThousandPages, fruitlessPercent, refusals } from './crawl-metrics.ts';

export interface CrawlAlarmsProps {
  readonly settings: StackSettings;
  readonly timing: Timing;
  readonly functions: readonly WinnowFunction[];
  readonly dispatch: WinnowFunction;
  readonly tables: readonly StateTable[];
}

const fiveMinutes = Duration.minutes(5);
const hour = Duration.hours(1);

/**
 * The alarms of the whole crawl; queues and functions make their own. Metrics of Lambda, SQS and DynamoDB are free; an
 * alarm is paid for per metric that it uses (`docs/costs.md`).
 */
export class CrawlAlarms extends Construct {
  constructor(scope: Construct, id: string, props: CrawlAlarmsProps) {
    super(scope, id);
    this.broken(props);
    this.fares(props);
  }

  private broken({ settings, timing, functions, dispatch, tables }: CrawlAlarmsProps): void {
    const common = { settings, essential: true };
    if (settings.schedules.dispatch === 'enabled') {
      runbookAlarm(this, 'Heartbeat', {
        ...common,
        name: 'dispatcher-silent',
        metric: new MathExpression({
          expression: 'IF(runs > 0, 0, 1)',
          usingMetrics: { runs: dispatch.lambda.metricInvocations({ period: fiveMinutes }) },
          period: fiveMinutes,
        }),
        above: 0,
        periods: 3,
        silenceRings: true,
        what: 'The dispatcher was not called for a quarter of an hour: no host gets its turn.',
        section: 'the-dispatcher-is-silent',
      });
    }
    runbookAlarm(this, 'Awake', {
      ...common,
      name: 'awake-in-vain',
      metric: awakeInVain(settings.stackName, dispatch, hour),
      above: 10,
      periods: 2,
      what: 'The dispatcher was awake for more than a tenth of an hour and sent no ticket: that is paid for and does nothing.',
      section: 'awake-with-nothing-sent',
    });
    runbookAlarm(this, 'DueLag', {
      ...common,
      name: 'hosts-wait',
      metric: crawlMetric(settings.stackName, 'DueLagSeconds', fiveMinutes, 'Maximum'),
      above: settings.alarms.dueLagMinutes * 60,
      periods: 3,
      what: `A host has waited for its turn for ${settings.alarms.dueLagMinutes} minutes beyond its time.`,
      section: 'hosts-wait-too-long',
    });
    if (settings.sinks === 'enabled') {
      const minutes = settings.alarms.sinkLagMinutes;
      runbookAlarm(this, 'SinkLag', {
        ...common,
        name: 'sinks-behind',
        metric: crawlMetric(settings.stackName, 'SinkLagSeconds', fiveMinutes, 'Maximum'),
        above: minutes * 60,
        periods: 3,
        what: `A sink has lacked a change for ${minutes} minutes: winnow sinks list says why.`,
        section: 'a-sink-is-behind',
      });
    }
    runbookAlarm(this, 'JobsFail', {
      ...common,
      name: 'jobs-fail',
      metric: crawlMetric(settings.stackName, 'FailedJobs', fiveMinutes, 'Maximum'),
      above: 0,
      periods: 3,
      what: 'A job cannot be looked after while the others are: winnow status names it and says why.',
      section: 'a-job-fails',
    });
    runbookAlarm(this, 'Throttles', {
      ...common,
      name: 'functions-throttled',
      metric: overAll(functions, 'SUM', ({ lambda }) => lambda.metricThrottles({ period: fiveMinutes })),
      above: 0,
      periods: 3,
      what: 'Lambda has refused to run a function for a quarter of an hour.',
      section: 'a-function-is-throttled',
    });
    const nearTimeout = ({ name }: WinnowFunction, at: string) =>
      `FILL(${at}, 0) / ${functionShapes[name].timeoutMs(timing)}`;
    runbookAlarm(this, 'Durations', {
      ...common,
      name: 'functions-slow',
      metric: overAll(
        functions,
        'MAX',
        ({ lambda }) => lambda.metricDuration({ period: fiveMinutes, statistic: 'Maximum' }),
        nearTimeout,
      ),
      above: 0.95,
      periods: 3,
      what: 'A function has come near its time-out again and again.',
      section: 'a-function-is-slow',
    });
    runbookAlarm(this, 'TableThrottles', {
      ...common,
      name: 'tables-throttled',
      metric: overAll(
        tables.flatMap(({ table }) =>
          ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) =>
            table.metric(name, { period: fiveMinutes, statistic: 'Sum' }),
          ),
        ),
        'SUM',
        (metric) => metric,
      ),
      above: 0,
      periods: 3,
      what: 'DynamoDB has throttled a table for a quarter of an hour.',
      section: 'a-table-is-throttled',
    });
  }

  private fares({ settings }: CrawlAlarmsProps): void {
    const { stackName, alarms } = settings;
    const common = { settings, essential: false };
    const day = Duration.days(1);
    runbookAlarm(this, 'HarvestFalls', {
      ...common,
      name: 'harvest-falls',
      metric: crawlMetric(stackName, 'FallenHarvests', fiveMinutes, 'Maximum'),
      above: 0,
      periods: 3,
      what: 'A job keeps much less of what it fetches than it did: it has left its topic (diffusion).',
      section: 'the-harvest-falls',
    });
    runbookAlarm(this, 'NothingToDo', {
      ...common,
      name: 'nothing-to-do',
      metric: crawlMetric(stackName, 'IdleJobs', day, 'Maximum'),
      above: 0,
      periods: 1,
      what: 'A job is open, and had nothing to do for a whole day (stagnation).',
      section: 'nothing-to-do',
    });
    runbookAlarm(this, 'BudgetSpent', {
      ...common,
      name: 'budget-spent',
      metric: crawlMetric(stackName, 'SpentBudgets', fiveMinutes, 'Maximum'),
      above: 0,
      periods: 1,
      what: 'A job has spent its budget for the month, and rests until the next one.',
      section: 'a-budget-is-spent',
    });
    runbookAlarm(this, 'Price', {
      ...common,
      name: 'pages-dear',
      metric: dollarsPerThousandPages(stackName, hour),
      above: alarms.dollarsPerThousandPages,
      periods: 1,
      what: `A thousand pages have cost more than $${alarms.dollarsPerThousandPages} in the last hour.`,
      section: 'pages-are-dear',
    });
    runbookAlarm(this, 'LittleNew', {
      ...common,
      name: 'little-new',
      metric: fruitlessPercent(stackName, hour),
      above: 50,
      periods: 1,
      what: 'Most pages that were visited in the last hour brought nothing new.',
      section: 'little-is-new',
    });
    runbookAlarm(this, 'Refusals', {
      ...common,
      name: 'sites-refuse',
      metric: refusals(stackName, alarms, hour),
      above: 1,
      periods: 2,
      what: 'The share of visits that robots.txt denies, or that end with a status of 4xx, 429 or 5xx, is too large.',
      section: 'sites-refuse-us',
    });
  }
}

/**
 * The percentage of an hour that the dispatcher ran for, if it sent no ticket in that hour; otherwise 0. Measured by
 * Lambda's duration, which is billed, and not by the dispatcher's own report.
 */
function awakeInVain(stackName: string, dispatch: WinnowFunction, period: Duration): MathExpression {
  return new MathExpression({
    expression: `IF(FILL(sent, 0) > 0, 0, 100 * awake / ${period.toMilliseconds()})`,
    usingMetrics: {
      sent: crawlMetric(stackName, 'SentTickets', period),
      awake: dispatch.lambda.metricDuration({ period, statistic: 'Sum' }),
    },
    period,
  });
}

/** One figure over several things, each with its own metric. */
function overAll<T>(
  things: readonly T[],
  fold: 'SUM' | 'MAX',
  metricOf: (thing: T) => IMetric,
  term: (thing: T, id: string) => string = (_, id) => `FILL(${id}, 0)`,
): MathExpression {
  const named = things.map((thing, index) => ({ thing, id: `m${index}` }));
  return new MathExpression({
    expression: `${fold}([${named.map(({ thing, id }) => term(thing, id)).join(', ')}])`,
    usingMetrics: Object.fromEntries(named.map(({ thing, id }) => [id, metricOf(thing)])),
    period: fiveMinutes,
  });
}
