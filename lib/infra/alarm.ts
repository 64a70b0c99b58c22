import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

const runbook = 'docs/runbook.md';

export interface RunbookAlarmProps {
  readonly metric: IMetric;
  /** Rings when the metric is above this. */
  readonly above: number;
  /** Periods in a row. */
  readonly periods: number;
  readonly what: string;
  /** Heading of the runbook that says what to do, as GitHub makes anchors of headings. */
  readonly section: string;
  /** ARN of the topic that is told; without one the alarm only shows in the console. */
  readonly topicArn: string | undefined;
}

/** An alarm that says what it means and where it is written what to do. No data is no alarm: a crawl may rest. */
export function runbookAlarm(scope: Construct, id: string, props: RunbookAlarmProps): Alarm {
  const alarm = new Alarm(scope, id, {
    metric: props.metric,
    threshold: props.above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: props.periods,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${props.what} What to do: ${runbook}#${props.section}`,
  });
  if (props.topicArn !== undefined) {
    alarm.addAlarmAction(new SnsAction(Topic.fromTopicArn(scope, `${id}Topic`, props.topicArn)));
  }
  return alarm;
}
