import type { Figures } from '../../domain/metrics/catalogue.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { jobFigures } from '../report/job-figures.ts';
import type { Status } from '../report/reports.ts';
import { type SinkReport, sinkReports } from './sink-report.ts';

/** What the metrics of a job are read from. */
interface Measured {
  readonly ports: Pick<Ports, 'jobs' | 'changes' | 'clock'>;
  settings(job: string): Promise<JobSettings>;
  status(job: string): Promise<Status>;
}

/** The metrics that the stores of a job tell. */
export interface JobMetrics {
  readonly metrics: Figures;
  /** Of each of its sinks, by its name. Absent: it has none. */
  readonly sinks?: Readonly<Record<string, Figures>>;
}

export async function readMetrics({ ports, ...place }: Measured, job: string): Promise<JobMetrics> {
  const now = ports.clock.now();
  const reports = await sinkReports(ports, job, await place.settings(job));
  const sinks = Object.fromEntries(reports.map((one) => [one.name, sinkFigures(one, now)]));
  const metrics = { ...jobFigures(await place.status(job)), ...figuresOfSinks(Object.values(sinks)) };
  return { metrics, ...(reports.length > 0 && { sinks }) };
}

/** How long a sink that is not paused lacks the oldest change that it has not taken, ms. */
export function lagOf({ state, behindSince }: SinkReport, now: number): number {
  return state === 'paused' || behindSince === undefined ? 0 : Math.max(0, now - behindSince);
}

/** The metrics of a sink: its present lag, and totals since it began anew. */
export function sinkFigures(report: SinkReport, now: number): Figures {
  const { pushed, removed, refusals } = report;
  return {
    SinkLagSeconds: Math.round(lagOf(report, now) / 1_000),
    PushedChanges: pushed + removed,
    RefusedChanges: refusals,
  };
}

/** The metrics of the sinks of a job: the lag of the one that is furthest behind, and sums. Without sinks there are none. */
export function figuresOfSinks(all: readonly Figures[]): Figures {
  if (all.length === 0) return {};
  const sum = (name: 'PushedChanges' | 'RefusedChanges'): number =>
    all.reduce((total, { [name]: one = 0 }) => total + one, 0);
  return {
    SinkLagSeconds: Math.max(...all.map(({ SinkLagSeconds = 0 }) => SinkLagSeconds)),
    PushedChanges: sum('PushedChanges'),
    RefusedChanges: sum('RefusedChanges'),
  };
}
