import { WinnowError } from '../../domain/error.ts';
import { type Finding, type Flaw, type FlawCode, flaws } from '../../domain/sanity/finding.ts';
import type { JobSettings } from '../../domain/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { DueTable } from './due-table.ts';
import type { Leads } from './leads.ts';
import type { WaitingLists } from './waiting-lists.ts';

export type SanityPorts = Pick<
  Ports,
  | 'clock'
  | 'jobs'
  | 'hosts'
  | 'domains'
  | 'due'
  | 'segments'
  | 'links'
  | 'records'
  | 'models'
  | 'documents'
  | 'changes'
  | 'offTopic'
  | 'commands'
>;

/** What the checks of one job have in common. */
export interface Inspection {
  readonly ports: SanityPorts;
  readonly job: Job;
  readonly settings: JobSettings;
  readonly due: DueTable;
  readonly waiting: WaitingLists;
  /** Of the slice that is gone through now. */
  readonly leads: Leads;
  /** Mend what can be mended. */
  readonly repair: boolean;
  /** Read the raw documents, too. */
  readonly documents: boolean;
}

/** Something wrong, and how it is mended where it can be. `mend` says false when the state has changed meanwhile. */
export interface Suspicion {
  readonly code: FlawCode;
  readonly subject: string;
  readonly detail: string;
  readonly mend?: () => Promise<boolean>;
}

/** Mends it where that was asked for, and says what became of it. */
export async function report(
  { repair }: Pick<Inspection, 'repair'>,
  { code, subject, detail, mend }: Suspicion,
): Promise<Finding> {
  const { severity }: Flaw = flaws[code];
  const base = { code, severity, subject, detail };
  if (mend === undefined) return { ...base, repair: 'impossible' };
  if (!repair) return { ...base, repair: 'possible' };
  return { ...base, repair: (await mend()) ? 'done' : 'failed' };
}

/** What is wrong with something that was read. @throws anything that is no flaw of it: a store that does not answer */
export function said(error: unknown): string {
  if (!(error instanceof WinnowError) || error.code === 'unavailable') throw error;
  return error.message;
}
