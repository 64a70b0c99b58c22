import { type MetricName, type MetricUnit, metricNames, metricUnits } from './metric-units.ts';
import { eachCounter } from './part-counters.ts';

export interface MetricFacts {
  readonly unit: MetricUnit;
  /** `counter`: is added up. `gauge`: how it is now. */
  readonly kind: 'counter' | 'gauge';
  /** Who says it on AWS, once an invocation; `asked`: only whoever asks (`winnow metrics`, `/metrics`). */
  readonly by: 'harvest' | 'dispatch' | 'recycle' | 'dispatch, recycle, harvest' | 'every function' | 'asked';
  readonly what: string;
}

/**
 * Everything that is measured of a crawl, by the name that it has in CloudWatch: no other name is sent or asked for
 * anywhere (`docs/metrics.md` is made of this list). None has a host for a dimension.
 */
const facts: Readonly<Record<MetricName, Omit<MetricFacts, 'unit'>>> = {
  Pages: { kind: 'counter', by: 'harvest', what: 'Visits, whatever came of them.' },
  KeptPages: {
    kind: 'counter',
    by: 'harvest',
    what: 'Pages that brought a new content into the collection, each counted once. What is in it now: Records.',
  },
  FailedPages: { kind: 'counter', by: 'harvest', what: 'Visits that failed.' },
  ...eachCounter((what) => ({ kind: 'counter' as const, by: 'harvest' as const, what })),
  DeniedPages: {
    kind: 'counter',
    by: 'harvest',
    what: 'Pages that robots.txt does not let us have, or that wait because it cannot be read.',
  },
  ClientErrors: {
    kind: 'counter',
    by: 'harvest',
    what: 'Answers with a status of 400 to 499 other than 429.',
  },
  ThrottledPages: { kind: 'counter', by: 'harvest', what: 'Answers with status 429.' },
  ServerErrors: {
    kind: 'counter',
    by: 'harvest',
    what: 'Answers with a status of 500 or more.',
  },
  Requests: {
    kind: 'counter',
    by: 'harvest',
    what: 'HTTP requests, those for robots.txt included.',
  },
  Bytes: { kind: 'counter', by: 'harvest', what: 'Decoded bytes of all answers.' },
  ReturnedTickets: {
    kind: 'counter',
    by: 'harvest',
    what: 'Tickets that went back to the queue because their turn broke.',
  },
  SentTickets: { kind: 'counter', by: 'dispatch', what: 'Turns that were given out.' },
  DueLagSeconds: {
    kind: 'gauge',
    by: 'dispatch',
    what: 'How long the host that waits longest is overdue. A job at its ceiling of pages per day does not count.',
  },
  FallenHarvests: {
    kind: 'gauge',
    by: 'dispatch',
    what: 'Open jobs whose harvest has fallen.',
  },
  SpentBudgets: {
    kind: 'gauge',
    by: 'dispatch',
    what: 'Jobs that rest because their budget for the month is spent (`limits.dollarsPerMonth`).',
  },
  IdleJobs: {
    kind: 'gauge',
    by: 'dispatch',
    what: 'Open jobs that had no page on the day before (UTC) and will have none today. Said in the first minutes of a day: a metric is paid for by the hour.',
  },
  FailedJobs: {
    kind: 'gauge',
    by: 'dispatch, recycle, harvest',
    what: 'Jobs that could not be looked after, while the others were; of harvest, those for which something lacks.',
  },
  DeliveredLinks: {
    kind: 'counter',
    by: 'recycle',
    what: 'Links that came into the inboxes of hosts.',
  },
  Dollars: {
    kind: 'counter',
    by: 'every function',
    what: 'What the work is billed by list prices; not said of an invocation that found nothing to do.',
  },
  PendingPages: {
    kind: 'gauge',
    by: 'asked',
    what: 'URLs that wait for their first visit, those in inboxes too.',
  },
  Records: {
    kind: 'gauge',
    by: 'asked',
    what: 'Contents of the collection: those that at least one URL leads to.',
  },
  DueHosts: { kind: 'gauge', by: 'asked', what: 'Hosts whose time has come or will come.' },
  TicketedHosts: { kind: 'gauge', by: 'asked', what: 'Hosts that have a ticket.' },
  IdleHosts: { kind: 'gauge', by: 'asked', what: 'Hosts that have nothing to do.' },
  OpenSegments: {
    kind: 'gauge',
    by: 'asked',
    what: 'Link segments that the recycler has not worked through.',
  },
};

export const metrics = Object.fromEntries(
  metricNames.map((name) => [name, { unit: metricUnits[name], ...facts[name] }]),
) as Readonly<Record<MetricName, MetricFacts>>;

/** The name of a metric for Prometheus: `winnow_due_lag_seconds`, `winnow_pages_total`. */
export function prometheusName(name: MetricName): string {
  const words = name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return `winnow_${words}${metrics[name].kind === 'counter' ? '_total' : ''}`;
}
