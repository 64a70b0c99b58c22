import type { StandingCosts } from '../domain/cost/standing-costs.ts';
import type { JobSettings } from '../domain/settings/settings.ts';
import type { JobSummary } from '../pipeline/report/summary.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';

/** An installation as operations see it: its stores, and what it knows of itself. */
export interface Place {
  readonly ports: Omit<Ports, 'fetcher' | 'reader'>;
  /** The location for messages: a directory, or a stack. */
  readonly name: string;
  /** Monotonic ms by which an answer is due; absent: the asker waits. */
  readonly endBy?: number;
  /** What a stack costs by the month whatever its jobs do. Absent: nothing. */
  readonly standing?: StandingCosts;
  /** Does at once what a command left to slices of a job; absent: the schedule does it. */
  finish?(job: string): Promise<void>;
  /** @throws WinnowError `not-found`, with the names of the existing jobs. */
  job(name: string): Promise<Job>;
  /** The settings that new tickets of a job carry. */
  settings(job: string): Promise<JobSettings>;
  /** Sums up a job's hosts. */
  summary(job: string): Promise<JobSummary>;
}

/** A job of an installation. */
export interface JobPlace extends Place {
  /** The job that the operation is about. */
  readonly of: Job;
}

/** Jobs of an installation. */
export interface JobsPlace extends Place {
  /** The name of a job, or `*` for all of them. */
  readonly jobs: string;
}
