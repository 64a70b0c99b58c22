import { eachCounter } from './part-counters.ts';

/** Units of CloudWatch metrics that we use; `None` for dollars. */
export type MetricUnit = 'Count' | 'Bytes' | 'Seconds' | 'None';

/** Every metric by its name (`catalogue.ts` says what it is); apart, since this is all that a function needs of them. */
export const metricUnits = {
  Pages: 'Count',
  KeptPages: 'Count',
  FailedPages: 'Count',
  ...eachCounter(() => 'Count' as const),
  DeniedPages: 'Count',
  ClientErrors: 'Count',
  ThrottledPages: 'Count',
  ServerErrors: 'Count',
  Requests: 'Count',
  Bytes: 'Bytes',
  ReturnedTickets: 'Count',
  SentTickets: 'Count',
  DueLagSeconds: 'Seconds',
  FallenHarvests: 'Count',
  SpentBudgets: 'Count',
  IdleJobs: 'Count',
  FailedJobs: 'Count',
  DeliveredLinks: 'Count',
  Dollars: 'None',
  PendingPages: 'Count',
  Records: 'Count',
  DueHosts: 'Count',
  TicketedHosts: 'Count',
  IdleHosts: 'Count',
  OpenSegments: 'Count',
} as const satisfies Readonly<Record<string, MetricUnit>>;

export type MetricName = keyof typeof metricUnits;
export const metricNames = Object.keys(metricUnits) as readonly MetricName[];

/** Some metrics with their values; what is absent is not known, or does not mean anything here. */
export type Figures = Readonly<Partial<Record<MetricName, number>>>;
