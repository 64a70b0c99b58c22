/**
 * `error`: something is lost, or will not happen. `warning`: nothing is lost, but work is wasted or figures mislead.
 */
export type Severity = 'error' | 'warning';

/** A kind of damage to the stored state of a job. */
export interface Flaw {
  readonly severity: Severity;
  readonly meaning: string;
  /** What `--repair` does; absent: the stored state does not allow a repair. */
  readonly repair?: string;
  /**
   * What to do if `--repair` cannot repair it, with a command or a section of the runbook. `SUBJECT` stands for the
   * subject of the finding. Absent: `--repair` always can.
   */
  readonly next?: string;
}
