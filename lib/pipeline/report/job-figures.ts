import { defined } from '../../base/defined.ts';
import type { Figures } from '../../domain/metrics/catalogue.ts';
import type { Status } from './reports.ts';

/** The metrics of a job that its stored state has: totals since the job was made, and its present state. */
export function jobFigures(status: Status): Figures {
  const { hosts, outcomes, harvest, stop, health } = status;
  const dollars = stop?.find(({ rule }) => rule === 'dollars')?.now;
  return {
    Pages: status.fetched,
    KeptPages: harvest.kept,
    FailedPages: outcomes.failed ?? 0,
    Bytes: status.bytes,
    DueLagSeconds: (status.dueLagMs ?? 0) / 1_000,
    ...defined({ FallenHarvests: health && (health.since === undefined ? 0 : 1), Dollars: dollars }),
    PendingPages: status.pending,
    ...defined({ Records: status.records }),
    DueHosts: hosts.due,
    TicketedHosts: hosts.ticketed,
    IdleHosts: hosts.idle,
    OpenSegments: status.openSegments,
  };
}
