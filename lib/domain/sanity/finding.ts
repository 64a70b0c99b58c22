import { collectionFlaws } from './collection-flaws.ts';
import type { Severity } from './flaw.ts';
import { hostFlaws } from './host-flaws.ts';
import { jobFlaws } from './job-flaws.ts';
import { scheduleFlaws } from './schedule-flaws.ts';

/** Every invariant that `winnow sanity` checks, by the code of its violation. docs/sanity.md has the same table. */
export const flaws = { ...jobFlaws, ...hostFlaws, ...scheduleFlaws, ...collectionFlaws };

export type FlawCode = keyof typeof flaws;

/** One violation of an invariant. */
export interface Finding {
  readonly code: FlawCode;
  readonly severity: Severity;
  /** The host, URL, record, segment or domain concerned. */
  readonly subject: string;
  /** What was found, in words. */
  readonly detail: string;
  /** Result of the repair. `possible`: a repair was not requested, but would work; `impossible`: there is none. */
  readonly repair: 'possible' | 'impossible' | 'done' | 'failed';
  /** What to do if there is no repair, with the next command. */
  readonly next?: string;
}

/** Puts the subject into the advice of a flaw, quoted if a shell would split it. */
export function nextCommand(next: string, subject: string): string {
  const word = /^[\w.:/%~+,=@-]+$/.test(subject) ? subject : `'${subject.replaceAll("'", "'\\''")}'`;
  return next.replaceAll('SUBJECT', () => word);
}
