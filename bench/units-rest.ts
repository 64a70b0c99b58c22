import { alarmMetrics } from '../lib/config/stack/alarm-settings.ts';
import { stackSettings } from '../lib/config/stack/stack-settings.ts';
import { prices } from '../lib/domain/cost/aws-prices.ts';
import { idlePolls, scheduledInvocations } from '../lib/domain/cost/standing-costs.ts';
import type { Part, PartBill } from '../test/support/cloud/metered-crawl.ts';
import { bill, dollarsByService } from './units-bill.ts';
import { gbSeconds } from './units-lambda.ts';
import type { Stored } from './units-stored.ts';
import { table } from './units-tables.ts';

const minutesPerMonth = 30 * 24 * 60;
const gb = 1_000_000_000;

/** With the default alarms; `-c alarms='{"which":"none"}'` spares them. */
const alarms = alarmMetrics.all;

/** What an open job that rests costs in a month, by what was billed while minutes passed. */
export function atRest(parts: Readonly<Record<Part, PartBill>>, minutes: number): string {
  const months = minutes / minutesPerMonth;
  const measured = bill(parts, 0, (part, one) => gbSeconds(part, one, { pages: 0, turns: 1 }));
  const services = dollarsByService(measured);
  const times = (value: number) => value / months;
  const free = prices.freePerMonth;
  const invocations = scheduledInvocations(stackSettings({}));
  const sqs = times(measured.total.sqs) + idlePolls;
  const seconds = times(Object.values(measured.gbSeconds).reduce((sum, one) => sum + one, 0));
  const lambda =
    seconds * prices.lambdaArm64PerGbSecond +
    (invocations * prices.perMillion['lambda.requests']) / 1_000_000;
  const logged = times(measured.logBytes) / gb;
  const kept = logged * prices.perGbMonth.logs;
  const rows: [what: string, amount: string, list: number, free: boolean][] = [
    [
      'DynamoDB reads',
      `${whole(times(measured.total.readUnits))} units`,
      times(services['DynamoDB reads'] ?? 0),
      false,
    ],
    [
      'SQS: polls of the event source mapping, tickets outstanding',
      `${whole(sqs)} requests`,
      (sqs * prices.perMillion['sqs.fifo']) / 1_000_000,
      sqs < free['sqs.requests'],
    ],
    [
      'Lambda: dispatch, recycle',
      `${whole(invocations)} requests, ${whole(seconds)} GB-s`,
      lambda,
      seconds < free['lambda.gbSeconds'],
    ],
    [
      'EventBridge Scheduler',
      `${whole(invocations)} invocations`,
      (invocations * prices.perMillion['scheduler.invocations']) / 1_000_000,
      invocations < free['scheduler.invocations'],
    ],
    ['CloudWatch alarms, the free ones', `${free.alarms} metrics`, free.alarms * prices.perMonth.alarm, true],
    [
      'CloudWatch alarms, the others',
      `${alarms - free.alarms} metrics`,
      (alarms - free.alarms) * prices.perMonth.alarm,
      false,
    ],
    [
      'CloudWatch metrics: `IdleJobs`, in one hour a day',
      '1/24 metric',
      prices.perMonth.customMetric / 24,
      free.customMetrics > 0,
    ],
    [
      'CloudWatch logs: written, and kept 30 days',
      `${(logged * 1_000).toFixed(0)} MB`,
      logged * prices.logsPerGb + kept,
      logged < free['logs.gb'],
    ],
  ];
  const sum = (list: typeof rows) => list.reduce((total, [, , dollars]) => total + dollars, 0);
  return table(
    ['a month at rest', 'amount', '$ list', '$ after the free tiers that do not end'],
    [
      ...rows.map(([what, amount, dollars, isFree]) => [
        what,
        amount,
        dollars.toFixed(3),
        (isFree ? 0 : dollars).toFixed(3),
      ]),
      ['**all**', '', sum(rows).toFixed(2), sum(rows.filter(([, , , isFree]) => !isFree)).toFixed(2)],
    ],
  );
}

/** What 100,000 pages cost to keep for a month. */
export function storage({ dynamodb, s3 }: Stored, pages: number): string {
  const { perGbMonth } = prices;
  const price = {
    dynamodb: perGbMonth.dynamodb + perGbMonth.dynamodbBackup,
    s3: perGbMonth.s3,
  };
  const rows = (['dynamodb', 's3'] as const).flatMap((service) =>
    Object.entries({ dynamodb, s3 }[service])
      .filter(([, bytes]) => bytes / pages >= 5)
      .map(([kind, bytes]) => {
        const gigabytes = (bytes * 100_000) / pages / gb;
        return { name: `${service}: ${kind}`, gigabytes, dollars: gigabytes * price[service] };
      }),
  );
  const total = rows.reduce((sum, { dollars }) => sum + dollars, 0);
  return table(
    ['100,000 pages kept', 'GB', '$ a month'],
    [
      ...rows.map(({ name, gigabytes, dollars }) => [name, gigabytes.toFixed(3), dollars.toFixed(4)]),
      ['**all**', '', total.toFixed(3)],
    ],
  );
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}
