import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, test } from 'vitest';
import { FunctionLog } from '../../lib/adapters/aws/metering/function-log.ts';
import { Meter } from '../../lib/adapters/aws/metering/meter.ts';
import { metrics } from '../../lib/capabilities/metrics.ts';
import { alarmMetrics } from '../../lib/config/stack/alarm-settings.ts';
import { environment } from '../../lib/config/stack/names.ts';
import type { StackSettingsInput } from '../../lib/config/stack/stack-settings.ts';
import type { MetricName } from '../../lib/domain/metrics/catalogue.ts';
import { logDispatch, logRecycling } from '../../lib/runtime/shared/log-rounds.ts';
import { logTurns } from '../../lib/runtime/shared/log-turns.ts';
import { type Resource, resources, synthesised } from './synthesised.ts';

const runbook = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'runbook.md'), 'utf8');
/** Headings as GitHub makes anchors of them. */
const headings = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
  text
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-'),
);

const alarmsOf = (input?: StackSettingsInput): ReadonlyMap<string, Resource> =>
  new Map(
    [...resources(synthesised(input), 'AWS::CloudWatch::Alarm').values()].map((one) => [
      one.Properties.AlarmName,
      one,
    ]),
  );

const essential = [
  'winnow-awake-in-vain',
  'winnow-conversions-given-up',
  'winnow-conversions-old',
  'winnow-convert-fails',
  'winnow-dead-letters',
  'winnow-dispatch-fails',
  'winnow-dispatcher-silent',
  'winnow-functions-slow',
  'winnow-functions-throttled',
  'winnow-harvest-fails',
  'winnow-hosts-wait',
  'winnow-jobs-fail',
  'winnow-ops-fails',
  'winnow-recycle-fails',
  'winnow-tables-throttled',
  'winnow-tickets-old',
];
const faring = [
  'winnow-budget-spent',
  'winnow-harvest-falls',
  'winnow-little-new',
  'winnow-nothing-to-do',
  'winnow-pages-dear',
  'winnow-sites-refuse',
];

let template: Template;
let alarms: ReadonlyMap<string, Resource>;
let withSinks: ReadonlyMap<string, Resource>;
beforeAll(() => {
  template = synthesised();
  alarms = alarmsOf();
  withSinks = alarmsOf({ sinks: 'enabled' });
});

/** What AWS sends of its own accord (CloudWatch metrics of Lambda, SQS and DynamoDB). */
const ofAws: Readonly<Record<string, readonly string[]>> = {
  'AWS/Lambda': ['Invocations', 'Errors', 'Throttles', 'Duration'],
  'AWS/SQS': ['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible'],
  'AWS/DynamoDB': ['ReadThrottleEvents', 'WriteThrottleEvents'],
};

/** The metrics that an alarm looks at: its own, or those of its expression. */
const metricsOf = ({
  Properties,
}: Resource): readonly {
  readonly MetricName: string;
  Namespace: string;
  Dimensions?: readonly object[];
}[] =>
  Properties.Metrics === undefined
    ? [Properties]
    : Properties.Metrics.flatMap((one: { MetricStat?: { Metric: unknown } }) =>
        one.MetricStat === undefined ? [] : [one.MetricStat.Metric],
      );

interface EmfLine extends Readonly<Record<string, unknown>> {
  readonly _aws?: {
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string }[];
    }[];
  };
}

/** What the functions write when everything there is to tell has happened. */
function sentByFunctions(): readonly EmfLine[] {
  const lines: EmfLine[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as EmfLine);
  const log = new FunctionLog({ stack: 'winnow', name: 'any', meter: new Meter(), write });
  const clock = { now: () => 0, monotonic: () => 5, sleep: async () => undefined };
  const visits = [404, 429, 503, 0].map((status) => ({
    ...{ url: 'https://a.example/', status, bytes: 1, elapsedMs: 1 },
    outcome:
      status === 0
        ? { kind: 'denied', by: 'robots' }
        : { kind: 'failed', reason: 'status', detail: '', status },
  }));
  const turn = {
    job: 'birds',
    host: 'a.example',
    turn: 1,
    result: 'committed',
    requests: 4,
    bytes: 9,
    figures: { FruitlessPages: 1 },
    visits,
  };
  logTurns(log, clock, { began: 0, turns: [turn as never], returned: 1, nanoDollars: 9 });
  const failed = [{ job: 'fish', work: 'dispatch', error: new Error('') }] as const;
  const report = {
    ...{ passes: 1, sent: 1, looked: 1, fallen: 1, lagMs: 9_000, stagnant: 1, outOfBudget: 1 },
    failed,
  };
  logDispatch(log, 0, report, 9);
  logRecycling(log, 0, { segments: 1, links: 1, delivered: 1, hosts: 1 }, 9);
  return lines;
}

describe('alarms', () => {
  test('are all there by default', () => {
    expect([...alarms.keys()].sort()).toEqual([...essential, ...faring].sort());
  });

  test('link to the runbook where the people of the stack read it', () => {
    const runbook = 'https://wiki.example/crawler/runbook';
    const texts = [...alarmsOf({ runbook }).values()].map(({ Properties }) => Properties.AlarmDescription);
    expect(texts).toHaveLength(essential.length + faring.length);
    for (const text of texts)
      expect(text).toMatch(/ What to do: https:\/\/wiki\.example\/crawler\/runbook#[a-z-]+$/);
  });

  test('can be fewer, or none', () => {
    expect([...alarmsOf({ alarms: { which: 'essential' } }).keys()].sort()).toEqual(essential);
    expect(alarmsOf({ alarms: { which: 'none' } }).size).toBe(0);
  });

  test('each names a section of the runbook, and each section that is about an alarm has one', () => {
    const named = [...withSinks.values()].map(
      (one) => /docs\/runbook\.md#([a-z-]+)$/.exec(one.Properties.AlarmDescription)?.[1],
    );
    for (const section of named) expect(headings).toContain(section);
    const inTable = [...runbook.matchAll(/^\| \[`([a-z-]+)`\]\(#([a-z-]+)\) \| [^|]* \|$/gm)];
    const sections = new Map(
      [...withSinks].map(([name, one]) => [
        name.replace('winnow-', ''),
        one.Properties.AlarmDescription.split('#')[1],
      ]),
    );
    expect(new Map(inTable.map(([, name, section]) => [name, section]))).toEqual(sections);
  });

  test('of sinks are there where the stack feeds them, at the age that the settings say, and are paid for', () => {
    const others = [...withSinks.keys()].filter((name) => !alarms.has(name));
    expect(others.sort()).toEqual(['winnow-sinks-behind', 'winnow-sinks-fails']);
    const other = alarmsOf({ sinks: 'enabled', alarms: { sinkLagMinutes: 5 } });
    expect(other.get('winnow-sinks-behind')?.Properties.Threshold).toBe(300);
    const functions = resources(synthesised({ sinks: 'enabled' }), 'AWS::Lambda::Function').values();
    const ops = [...functions].find(({ Properties }) => Properties.FunctionName === 'winnow-ops');
    const standing = JSON.parse(ops?.Properties.Environment.Variables[environment.standing]);
    expect(standing.alarmMetrics).toBe([...withSinks.values()].flatMap(metricsOf).length);
  });

  test('look at nothing that is not sent', () => {
    const ours = [...withSinks.values()].flatMap(metricsOf).filter(({ Namespace }) => Namespace === 'Winnow');
    expect(ours.length).toBeGreaterThan(8);
    for (const { MetricName } of ours) {
      expect(Object.keys(metrics)).toContain(MetricName);
      // What is said only to whoever asks is in no log (`test/runtime/figures.test.ts`: the others are).
      expect(metrics[MetricName as MetricName].by).not.toBe('asked');
    }
    const theirs = [...alarms.values()].flatMap(metricsOf).filter(({ Namespace }) => Namespace !== 'Winnow');
    for (const { MetricName, Namespace, Dimensions = [] } of theirs) {
      expect(ofAws[Namespace]).toContain(MetricName);
      expect(Dimensions).toHaveLength(1);
      expect(JSON.stringify(Dimensions)).toMatch(/"(?:Ref|Fn::GetAtt)"/);
    }
  });

  test('look at what the lines of the functions send, under that name, of this stack', () => {
    const sent = new Set(
      sentByFunctions().flatMap(({ _aws, ...line }) =>
        (_aws?.CloudWatchMetrics ?? []).flatMap(({ Namespace, Dimensions: [dimensions = []], Metrics }) =>
          Metrics.filter(({ Name }) => typeof line[Name] === 'number').map(({ Name }) =>
            JSON.stringify([Namespace, Name, dimensions.map((one) => [one, line[one]])]),
          ),
        ),
      ),
    );
    const ours = [...alarms.values()].flatMap(metricsOf).filter(({ Namespace }) => Namespace === 'Winnow');
    for (const { Namespace, MetricName, Dimensions = [] } of ours) {
      const dimensions = (Dimensions as readonly { Name: string; Value: string }[]).map((one) => [
        one.Name,
        one.Value,
      ]);
      expect(sent).toContain(JSON.stringify([Namespace, MetricName, dimensions]));
    }
  });

  test('no data is no alarm, but for the dispatcher, which is to be heard of', () => {
    for (const [name, alarm] of alarms) {
      const missing = name === 'winnow-dispatcher-silent' ? 'breaching' : 'notBreaching';
      expect(alarm.Properties.TreatMissingData).toBe(missing);
    }
    const resting = alarmsOf({ schedules: { dispatch: 'disabled' } });
    expect(resting.has('winnow-dispatcher-silent')).toBe(false);
  });

  test('tell a topic when one is named', () => {
    const topic = 'arn:aws:sns:eu-west-1:123456789012:alarms';
    for (const alarm of alarmsOf({ alarmTopic: topic }).values())
      expect(alarm.Properties.AlarmActions).toEqual([topic]);
  });

  test('ring from where the settings say', () => {
    const other = alarmsOf({
      alarms: { dueLagMinutes: 10, dollarsPerThousandPages: 0.5, deniedPercent: 30 },
    });
    expect(other.get('winnow-hosts-wait')?.Properties.Threshold).toBe(600);
    expect(other.get('winnow-pages-dear')?.Properties.Threshold).toBe(0.5);
    expect(JSON.stringify(other.get('winnow-sites-refuse'))).toContain('FILL(denied, 0) / pages / 30');
  });

  test('look at as many metrics as their costs are worked out for', () => {
    const count = (some: ReadonlyMap<string, Resource>) => [...some.values()].flatMap(metricsOf).length;
    expect(count(alarms)).toBe(alarmMetrics.all);
    expect(count(alarmsOf({ alarms: { which: 'essential' } }))).toBe(alarmMetrics.essential);
  });

  test('look at no more than ten metrics each, as CloudWatch has it', () => {
    for (const alarm of alarms.values()) expect(metricsOf(alarm).length).toBeLessThanOrEqual(10);
  });
});

describe('the dashboard', () => {
  test('is called as the stack is, and shows the alarms and what the functions say', () => {
    template.hasResourceProperties('AWS::CloudWatch::Dashboard', { DashboardName: 'winnow' });
    const [page] = resources(template, 'AWS::CloudWatch::Dashboard').values();
    const text = JSON.stringify(page?.Properties.DashboardBody);
    for (const name of ['Pages', 'DueLagSeconds', 'ThrottledPages', 'Dollars']) expect(text).toContain(name);
    expect(text).toContain('"type\\":\\"alarm');
  });

  test('can be left out', () => {
    synthesised({ dashboard: 'disabled' }).resourceCountIs('AWS::CloudWatch::Dashboard', 0);
    synthesised({ alarms: { which: 'none' } }).hasResourceProperties('AWS::CloudWatch::Dashboard', {
      DashboardBody: Match.anyValue(),
    });
  });
});
