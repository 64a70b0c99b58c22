/** How bad it is: `error`, something is lost or will not happen; `warning`, it costs or misleads, and nothing is lost. */
export type Severity = 'error' | 'warning';

/** What may be wrong with the stored state of a job. */
export interface Flaw {
  readonly severity: Severity;
  readonly meaning: string;
  /** What `--repair` does; absent: it cannot be mended from what is stored. */
  readonly repair?: string;
  /**
   * What to do where `--repair` cannot mend it, with a command or a section of the runbook; `SUBJECT` stands for the subject of the
   * finding. Absent: `--repair` always can.
   */
  readonly next?: string;
}
