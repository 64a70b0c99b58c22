import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StackSettings } from '../../config/stack/stack-settings.ts';

/** Where the runbook is for those whose settings name no address of it. */
const runbookFile = 'docs/runbook.md';

export type AlarmSettings = Pick<StackSettings, 'stackName' | 'alarms' | 'alarmTopic' | 'runbook'>;

export interface RunbookAlarmProps {
  readonly settings: AlarmSettings;
  /** The alarm's name after the stack's name and a hyphen. */
  readonly name: string;
  /** True: the alarm means that something is broken. False: it says how the crawl fares, and settings can leave it out. */
  readonly essential: boolean;
  readonly metric: IMetric;
  /** The alarm goes off when the metric is above this. */
  readonly above: number;
  /** The number of periods in a row above the threshold. */
  readonly periods: number;
  readonly what: string;
  /** The runbook's section that says what to do, as GitHub's anchor of the heading. */
  readonly section: string;
  /** Missing data sets off the alarm. By default it does not: a crawl may rest. */
  readonly silenceRings?: true;
}

/**
 * An alarm that says what it means and which section of the runbook says what to do; none is made where the settings
 * exclude its kind. The alarm notifies the topic of the settings; without a topic it only shows in the console.
 */
export function runbookAlarm(scope: Construct, id: string, props: RunbookAlarmProps): void {
  const { settings, silenceRings = false } = props;
  const { which } = settings.alarms;
  if (which === 'none' || (which === 'essential' && !props.essential)) return;
  const alarm = new Alarm(scope, id, {
    alarmName: `${settings.stackName}-${props.name}`,
    metric: props.metric,
    threshold: props.above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: props.periods,
    treatMissingData: silenceRings ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    alarmDescription: `${props.what} What to do: ${settings.runbook ?? runbookFile}#${props.section}`,
  });
  if (settings.alarmTopic !== undefined) {
    alarm.addAlarmAction(new SnsAction(Topic.fromTopicArn(scope, `${id}Topic`, settings.alarmTopic)));
  }
}
