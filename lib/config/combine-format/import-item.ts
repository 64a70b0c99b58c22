/**
 * What became of a setting of Combine's.
 * - `carried`: it stands in job.yaml and means the same.
 * - `changed`: it stands in job.yaml with another value or another meaning.
 * - `dropped`: Winnow has nothing that takes its place; the note says what to do.
 * - `needless`: Winnow does without: it does the same anyway, or has no use for it.
 */
export type Fate = 'carried' | 'changed' | 'dropped' | 'needless';

/** One setting, list line or file of a Combine job, and what became of it. */
export interface ImportItem {
  readonly fate: Fate;
  /** Combine's name: `WaitIntervalHost`, `<url><exclude>`, `topicdefinition.txt`. */
  readonly name: string;
  readonly value?: string;
  /** `combine.cfg:12`; absent for what no file of the job says. */
  readonly source?: string;
  /** The key of job.yaml, or the file beside it, where it went. */
  readonly key?: string;
  /** Why, and what to do. */
  readonly note: string;
}
