import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { StackSettings } from '../config/stack/stack-settings.ts';

const runbook = 'docs/runbook.md';

export interface RunbookAlarmProps {
  readonly settings: Pick<StackSettings, 'stackName' | 'alarms' | 'alarmTopic'>;
  /** How it is called behind the stack's name. */
  readonly name: string;
  /** Whether something is broken when it rings; else it says how the crawl fares, and may be left out. */
  readonly essential: boolean;
  readonly metric: IMetric;
  /** Rings when the metric is above this. */
  readonly above: number;
  /** Periods in a row. */
  readonly periods: number;
  readonly what: string;
  /** Heading of the runbook that says what to do, as GitHub makes anchors of headings. */
  readonly section: string;
  /** No data is an alarm. By default it is none: a crawl may rest. */
  readonly silenceRings?: true;
}

/**
 * An alarm that says what it means and where it is written what to do, unless the stack is to have none of its kind. It
 * tells the topic of the settings; without one it only shows in the console.
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
    alarmDescription: `${props.what} What to do: ${runbook}#${props.section}`,
  });
  if (settings.alarmTopic !== undefined) {
    alarm.addAlarmAction(new SnsAction(Topic.fromTopicArn(scope, `${id}Topic`, settings.alarmTopic)));
  }
}
