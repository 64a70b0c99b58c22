import { collectionFlaws } from './collection-flaws.ts';
import type { Severity } from './flaw.ts';
import { hostFlaws } from './host-flaws.ts';
import { jobFlaws } from './job-flaws.ts';
import { scheduleFlaws } from './schedule-flaws.ts';

/** Every invariant that `winnow sanity` checks, by what is said when it does not hold; docs/sanity.md has the same table. */
export const flaws = { ...jobFlaws, ...hostFlaws, ...scheduleFlaws, ...collectionFlaws };

export type FlawCode = keyof typeof flaws;

/** One invariant that does not hold, of one thing. */
export interface Finding {
  readonly code: FlawCode;
  readonly severity: Severity;
  /** The host, URL, record, segment or domain that it is about. */
  readonly subject: string;
  /** What was found, in words. */
  readonly detail: string;
  /** What became of it: `possible` where nothing was to be mended but could be, `impossible` where it cannot. */
  readonly repair: 'possible' | 'impossible' | 'done' | 'failed';
  /** What to do about it where it cannot be mended, with the next command. */
  readonly next?: string;
}

/** The words of a flaw about one thing. A subject that a shell would take apart is quoted. */
export function nextCommand(next: string, subject: string): string {
  const word = /^[\w.:/%~+,=@-]+$/.test(subject) ? subject : `'${subject.replaceAll("'", "'\\''")}'`;
  return next.replaceAll('SUBJECT', () => word);
}
