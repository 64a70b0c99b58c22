import { prices } from './aws-prices.ts';
import type { CostItem } from './units.ts';

/** Resources of a stack that cost money each month, whatever its jobs do. */
export interface StandingCosts {
  /** Metrics under its alarms (`lib/config/stack/alarm-settings.ts`). */
  readonly alarmMetrics: number;
  readonly secrets: number;
  /** Each has a public IPv4 address. */
  readonly natGateways: number;
  /** Minutes between the runs of the recycler. */
  readonly recycleEveryMinutes: number;
}

const minutesPerMonth = 30 * 24 * 60;
/**
 * Long polls a month: an event source mapping keeps five pollers, with polls of 20 s (Lambda developer guide, 2026-11).
 */
export const idlePolls = (5 * minutesPerMonth * 60) / 20;
/** Invocations a month of the dispatcher (every minute), the recycler, and the daily reharvest. */
export function scheduledInvocations({
  recycleEveryMinutes,
}: Pick<StandingCosts, 'recycleEveryMinutes'>): number {
  return minutesPerMonth * (1 + 1 / recycleEveryMinutes) + 30;
}

/**
 * Returns the standing costs that are not metered, for a month of 30 days at list prices. The idle work of functions is
 * metered, and charged to the open jobs.
 */
export function standingItems(standing: StandingCosts): readonly CostItem[] {
  const { perMillion, perMonth } = prices;
  const million = 1_000_000;
  const item = (name: string, amount: number, unit: string, price: number): CostItem => ({
    ...{ name, amount, unit },
    dollars: amount * price,
  });
  return [
    item('SQS: polls of the empty queue', idlePolls, 'requests', perMillion['sqs.fifo'] / million),
    item(
      'EventBridge Scheduler',
      scheduledInvocations(standing),
      'invocations',
      perMillion['scheduler.invocations'] / million,
    ),
    item('CloudWatch alarms', standing.alarmMetrics, 'metrics', perMonth.alarm),
    // `IdleJobs` is written in one hour a day; a metric is billed by the hours in which it is written.
    item('CloudWatch metrics at rest', 1 / 24, 'metrics', perMonth.customMetric),
    item(
      'NAT gateways and their addresses',
      standing.natGateways * (minutesPerMonth / 60),
      'hours',
      prices.perHour.natGateway + prices.perHour.publicIpv4,
    ),
    item('Secrets Manager: secrets', standing.secrets, 'secrets', perMonth.secret),
  ].filter(({ amount }) => amount > 0);
}
