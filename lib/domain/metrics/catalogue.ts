import { type MetricUnit, unitOf } from './metric-units.ts';
import type { PartCounter, PartCounters } from './part-counters.ts';

export interface MetricFacts {
  readonly unit: MetricUnit;
  /** `counter`: is added up. `gauge`: how it is now. */
  readonly kind: 'counter' | 'gauge';
  /** Who says it on AWS, once an invocation; `asked`: only whoever asks (`winnow metrics`, `/metrics`). */
  readonly by:
    | 'harvest'
    | 'dispatch'
    | 'recycle'
    | 'sinks'
    | 'dispatch, recycle, harvest'
    | 'every function'
    | 'asked';
  readonly what: string;
}

function said<Name extends string>(
  kind: MetricFacts['kind'],
  by: MetricFacts['by'],
  words: Readonly<Record<Name, string>>,
): Readonly<Record<Name, MetricFacts>> {
  const all = Object.entries(words).map(([name, what]) => [name, { unit: unitOf(name), kind, by, what }]);
  return Object.fromEntries(all) as Record<Name, MetricFacts>;
}

const harvested = {
  Pages: 'Visits, whatever came of them.',
  KeptPages:
    'Pages that brought a new content into the collection, each counted once. What is in it now: Records.',
  FailedPages: 'Visits that failed.',
  DeniedPages: 'Pages that robots.txt denies, or that wait because it cannot be read.',
  ClientErrors: 'Answers with a status of 400 to 499 other than 429.',
  ThrottledPages: 'Answers with status 429.',
  ServerErrors: 'Answers with a status of 500 or more.',
  Requests: 'HTTP requests, those for robots.txt included.',
  Bytes: 'Decoded bytes of all answers.',
  ReturnedTickets: 'Tickets that went back to the queue because their turn broke.',
};

const others = {
  ...said('counter', 'dispatch', { SentTickets: 'Turns that were given out.' }),
  ...said('gauge', 'dispatch', {
    DueLagSeconds:
      'How long the host that waits longest is overdue. A job at its ceiling of pages per day does not count.',
    FallenHarvests: 'Open jobs whose harvest has fallen.',
    SpentBudgets: 'Jobs whose budget for the month is spent (`limits.dollarsPerMonth`).',
    IdleJobs:
      'Open jobs that had no page on the day before (UTC) and will have none today. Said early in a day: metrics cost by the hour.',
  }),
  ...said('gauge', 'dispatch, recycle, harvest', {
    FailedJobs:
      'Jobs that could not be looked after, while others were; of harvest, those that lack something.',
  }),
  ...said('counter', 'recycle', { DeliveredLinks: 'Links that reached inboxes of hosts.' }),
  ...said('gauge', 'sinks', {
    SinkLagSeconds: 'Age of the oldest change that a sink lacks. Paused ones do not count.',
  }),
  ...said('counter', 'sinks', {
    PushedChanges: 'Records and deletions that sinks took.',
    RefusedChanges: 'Changes that their targets refused.',
  }),
  ...said('counter', 'every function', {
    Dollars: 'List price of the work; not said where there was nothing to do.',
  }),
  ...said('gauge', 'asked', {
    PendingPages: 'URLs that wait for their first visit, those in inboxes too.',
    Records: 'Contents of the collection: those that at least one URL leads to.',
    DueHosts: 'Hosts whose time has come or will come.',
    TicketedHosts: 'Hosts that have a ticket.',
    IdleHosts: 'Hosts that have nothing to do.',
    OpenSegments: 'Link segments that the recycler has not worked through.',
  }),
};

export type MetricName = keyof typeof harvested | keyof typeof others | PartCounter;

/** Some metrics with their values; what is absent is not known, or does not mean anything here. */
export type Figures = Readonly<Partial<Record<MetricName, number>>>;

/** Metrics by their names, in the order in which people see them. */
export type Catalogue = Readonly<Record<MetricName, MetricFacts>>;

/**
 * Everything that is measured of a crawl, by the name that it has in CloudWatch: no other name is sent or asked for
 * anywhere (`docs/metrics.md` is made of this list). None has a host for a dimension.
 */
export function catalogueWith(counters: PartCounters): Catalogue {
  return { ...said('counter', 'harvest', { ...harvested, ...counters }), ...others };
}

/** The name of a metric for Prometheus: `winnow_due_lag_seconds`, `winnow_pages_total`. */
export function prometheusName(name: string, { kind }: Pick<MetricFacts, 'kind'>): string {
  const words = name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return `winnow_${words}${kind === 'counter' ? '_total' : ''}`;
}
