import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { scheduledTime } from '../../config/operate/ops-event.ts';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import type { WinnowFunction } from './winnow-function.ts';

type ScheduleName = keyof StackSettings['schedules'] | 'sql' | 'sinks';
type ScheduleState = StackSettings['schedules']['dispatch'];

/** Shown in the console. A changed description makes the next deploy reset its schedule to what the settings say. */
const descriptions: Readonly<Record<ScheduleName, string>> = {
  dispatch: 'Winnow: gives due hosts their turns. Disabled: the crawl rests.',
  recycle: 'Winnow: hands links to other hosts on, and goes on with long commands.',
  sql: 'Winnow: copies jobs into tables that Athena reads, where that is due.',
  sinks: 'Winnow: hands changes of the collection to the sinks of jobs.',
  reharvest: 'Winnow: makes old pages due again. Its input is a command for the ops function.',
};

interface Target {
  readonly fn: WinnowFunction;
  /** The input of the function, as JSON. */
  readonly input: unknown;
  /** Seconds in which a failed call is retried; absent: no retry, because the next tick does the same. */
  readonly retrySeconds?: number;
}

/**
 * The schedules, in their own group, each with a role that may invoke its function only. A schedule that is disabled in
 * the console stays disabled until it is enabled there: a deploy keeps changes of the console as long as the settings of
 * the schedule stay the same, because its resource depends on nothing else.
 */
export class Schedules extends Construct {
  readonly groupName: string;
  private readonly group: CfnScheduleGroup;

  constructor(scope: Construct, id: string, props: { readonly groupName: string }) {
    super(scope, id);
    this.groupName = props.groupName;
    this.group = new CfnScheduleGroup(this, 'Group', { name: props.groupName });
  }

  every(name: ScheduleName, interval: Duration, state: ScheduleState, fn: WinnowFunction): void {
    const minutes = interval.toMinutes();
    this.add(name, `rate(${minutes} ${minutes === 1 ? 'minute' : 'minutes'})`, state, { fn, input: {} });
  }

  /** @param at hour of the day in UTC. @param input must be safe to deliver twice */
  daily(
    name: ScheduleName,
    at: { readonly hour: number },
    state: ScheduleState,
    fn: WinnowFunction,
    input: unknown,
  ): void {
    this.add(name, `cron(0 ${at.hour} * * ? *)`, state, { fn, input, retrySeconds: 3_600 });
  }

  private add(name: ScheduleName, expression: string, state: ScheduleState, target: Target): void {
    const { fn, input, retrySeconds } = target;
    const scope = new Construct(this, name);
    const { functionArn } = fn.lambda;
    const role = new Role(scope, 'Role', { assumedBy: this.scheduler() });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }));
    const schedule = new CfnSchedule(scope, 'Schedule', {
      name,
      groupName: this.groupName,
      description: descriptions[name],
      scheduleExpression: expression,
      flexibleTimeWindow: { mode: 'OFF' },
      state: state === 'enabled' ? 'ENABLED' : 'DISABLED',
      target: {
        arn: functionArn,
        roleArn: role.roleArn,
        input: JSON.stringify(input),
        retryPolicy: {
          maximumRetryAttempts: retrySeconds === undefined ? 0 : 5,
          maximumEventAgeInSeconds: retrySeconds ?? 60,
        },
      },
    });
    schedule.node.addDependency(this.group, role);
  }

  /** Only for schedules of this account: otherwise schedules of any account could use the role (confused deputy). */
  private scheduler(): ServicePrincipal {
    return new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
  }
}

/** The schedules that every crawl has. */
export function schedulesOf(
  crawl: Construct,
  settings: StackSettings,
  { dispatch, recycle, ops }: Record<'dispatch' | 'recycle' | 'ops', WinnowFunction>,
): Schedules {
  const schedules = new Schedules(crawl, 'Schedules', { groupName: settings.stackName });
  schedules.every('dispatch', Duration.minutes(1), settings.schedules.dispatch, dispatch);
  const interval = Duration.minutes(settings.recycleEveryMinutes);
  schedules.every('recycle', interval, settings.schedules.recycle, recycle);
  schedules.daily('reharvest', { hour: 3 }, settings.schedules.reharvest, ops, {
    command: 'reharvest',
    olderThanDays: settings.reharvestAfterDays,
    by: 'schedule',
    reason: `pages older than ${settings.reharvestAfterDays} days`,
    requestId: `reharvest-${scheduledTime}`,
  });
  return schedules;
}
