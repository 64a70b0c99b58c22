/** Units of CloudWatch metrics that we use; `None` for dollars. */
export type MetricUnit = 'Count' | 'Bytes' | 'Seconds' | 'None';

export interface MetricFacts {
  readonly unit: MetricUnit;
  /** `counter`: is added up. `gauge`: how it is now. */
  readonly kind: 'counter' | 'gauge';
  /** Who says it on AWS, once an invocation; `asked`: only whoever asks (`winnow metrics`, `/metrics`). */
  readonly by: 'harvest' | 'dispatch' | 'recycle' | 'every function' | 'asked';
  readonly what: string;
}

/**
 * Everything that is measured of a crawl, by the name that it has in CloudWatch: no other name is sent or asked for
 * anywhere (`docs/metrics.md` is made of this list). None has a host for a dimension.
 */
export const metrics = {
  Pages: { unit: 'Count', kind: 'counter', by: 'harvest', what: 'Visits, whatever came of them.' },
  KeptPages: { unit: 'Count', kind: 'counter', by: 'harvest', what: 'Pages that came into the collection.' },
  FailedPages: { unit: 'Count', kind: 'counter', by: 'harvest', what: 'Visits that failed.' },
  DeniedPages: {
    unit: 'Count',
    kind: 'counter',
    by: 'harvest',
    what: 'Pages that robots.txt does not let us have, or that wait because it cannot be read.',
  },
  ClientErrors: {
    unit: 'Count',
    kind: 'counter',
    by: 'harvest',
    what: 'Answers with a status of 400 to 499 other than 429.',
  },
  ThrottledPages: { unit: 'Count', kind: 'counter', by: 'harvest', what: 'Answers with status 429.' },
  ServerErrors: {
    unit: 'Count',
    kind: 'counter',
    by: 'harvest',
    what: 'Answers with a status of 500 or more.',
  },
  Requests: {
    unit: 'Count',
    kind: 'counter',
    by: 'harvest',
    what: 'HTTP requests, those for robots.txt included.',
  },
  Bytes: { unit: 'Bytes', kind: 'counter', by: 'harvest', what: 'Decoded bytes of all answers.' },
  ReturnedTickets: {
    unit: 'Count',
    kind: 'counter',
    by: 'harvest',
    what: 'Tickets that went back to the queue because their turn broke.',
  },
  SentTickets: { unit: 'Count', kind: 'counter', by: 'dispatch', what: 'Turns that were given out.' },
  DueLagSeconds: {
    unit: 'Seconds',
    kind: 'gauge',
    by: 'dispatch',
    what: 'How long the host that waits longest is overdue. A job at its ceiling of pages per day does not count.',
  },
  FallenHarvests: {
    unit: 'Count',
    kind: 'gauge',
    by: 'dispatch',
    what: 'Open jobs whose harvest has fallen.',
  },
  SpentBudgets: {
    unit: 'Count',
    kind: 'gauge',
    by: 'dispatch',
    what: 'Jobs that rest because their budget for the month is spent (`limits.dollarsPerMonth`).',
  },
  IdleJobs: {
    unit: 'Count',
    kind: 'gauge',
    by: 'dispatch',
    what: 'Open jobs that had no page on the day before (UTC) and will have none today. Said in the first minutes of a day: a metric is paid for by the hour.',
  },
  DeliveredLinks: {
    unit: 'Count',
    kind: 'counter',
    by: 'recycle',
    what: 'Links that came into the inboxes of hosts.',
  },
  Dollars: {
    unit: 'None',
    kind: 'counter',
    by: 'every function',
    what: 'What the work is billed by list prices; not said of an invocation that found nothing to do.',
  },
  PendingPages: { unit: 'Count', kind: 'gauge', by: 'asked', what: 'URLs that wait for their first visit.' },
  Records: { unit: 'Count', kind: 'gauge', by: 'asked', what: 'Records of the collection.' },
  DueHosts: { unit: 'Count', kind: 'gauge', by: 'asked', what: 'Hosts whose time has come or will come.' },
  TicketedHosts: { unit: 'Count', kind: 'gauge', by: 'asked', what: 'Hosts that have a ticket.' },
  IdleHosts: { unit: 'Count', kind: 'gauge', by: 'asked', what: 'Hosts that have nothing to do.' },
  OpenSegments: {
    unit: 'Count',
    kind: 'gauge',
    by: 'asked',
    what: 'Link segments that the recycler has not worked through.',
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;

export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as readonly MetricName[];

/** Some metrics with their values; what is absent is not known, or does not mean anything here. */
export type Figures = Readonly<Partial<Record<MetricName, number>>>;

/** The name of a metric for Prometheus: `winnow_due_lag_seconds`, `winnow_pages_total`. */
export function prometheusName(name: MetricName): string {
  const words = name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return `winnow_${words}${metrics[name].kind === 'counter' ? '_total' : ''}`;
}
