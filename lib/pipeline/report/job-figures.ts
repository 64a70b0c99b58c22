import { harvestCounts } from '../../domain/focus/harvest-counts.ts';
import type { Figures } from '../../domain/metrics/metric-units.ts';
import type { Status } from './reports.ts';

/** What the stored state of a job tells of its metrics: totals since the job was made, and how it is now. */
export function jobFigures(status: Status): Figures {
  const { hosts, outcomes, stop, health } = status;
  const dollars = stop?.find(({ rule }) => rule === 'dollars')?.now;
  return {
    Pages: status.fetched,
    KeptPages: harvestCounts(outcomes).kept,
    FailedPages: outcomes.failed ?? 0,
    Bytes: status.bytes,
    DueLagSeconds: (status.dueLagMs ?? 0) / 1_000,
    ...(health === undefined ? {} : { FallenHarvests: health.since === undefined ? 0 : 1 }),
    ...(dollars === undefined ? {} : { Dollars: dollars }),
    PendingPages: status.pending,
    ...(status.records === undefined ? {} : { Records: status.records }),
    DueHosts: hosts.due,
    TicketedHosts: hosts.ticketed,
    IdleHosts: hosts.idle,
    OpenSegments: status.openSegments,
  };
}
