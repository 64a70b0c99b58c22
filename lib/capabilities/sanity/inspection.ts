import { faultOf } from '../../base/error.ts';
import type { HostName } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { GivenJob } from '../../pipeline/operation/place.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ChangesTable } from './changes-table.ts';
import type { DueTable } from './due-table.ts';
import { type Finding, type FlawCode, flaws, nextCommand } from './flaws/finding.ts';
import type { Flaw } from './flaws/flaw.ts';
import type { UrlRecordPairs } from './url-record-pairs.ts';

export type SanityPorts = Pick<
  Ports,
  | 'clock'
  | 'entropy'
  | 'jobs'
  | 'hosts'
  | 'domains'
  | 'due'
  | 'gates'
  | 'robots'
  | 'staged'
  | 'conversions'
  | 'segments'
  | 'links'
  | 'records'
  | 'models'
  | 'documents'
  | 'changes'
  | 'offTopic'
  | 'commands'
>;

/** What all checks of one job share. */
export interface Inspection {
  readonly ports: SanityPorts;
  readonly job: Job;
  /** Undefined: the settings cannot be read, which was reported. */
  readonly settings: JobSettings | undefined;
  readonly due: DueTable;
  /** The pairs of the present slice. */
  readonly pairs: UrlRecordPairs;
  /** Whether to mend what can be mended. */
  readonly repair: boolean;
  /** Whether to read the raw documents, too. */
  readonly documents: boolean;
  /** The changes objects of the job. */
  readonly changes: ChangesTable;
  readonly given: GivenJob | undefined;
  /** Hosts and changes objects that were reported: each is reported once. */
  readonly reported: Set<string>;
  /** For each host, the number of records whose pages were asked for again (`check-documents.ts`). */
  readonly refetched: Map<HostName, number>;
  /** Whether any host keeps off-topic pages: their raw documents have no record. */
  readonly offTopic: { isKept: boolean };
}

/** A fault that was found, and how to mend it, where possible. `mend` resolves to false if the state changed meanwhile. */
export interface Suspicion {
  readonly code: FlawCode;
  readonly subject: string;
  readonly detail: string;
  readonly mend?: () => Promise<boolean>;
}

/** Mends the fault if asked to, and reports the result. */
export async function reportSuspicion(
  { repair }: Pick<Inspection, 'repair'>,
  { code, subject, detail, mend }: Suspicion,
): Promise<Finding> {
  const { severity, next }: Flaw = flaws[code];
  const base = { code, severity, subject, detail };
  if (mend === undefined) {
    const step = next === undefined ? {} : { next: nextCommand(next, subject) };
    return { ...base, repair: 'impossible', ...step };
  }
  if (!repair) return { ...base, repair: 'possible' };
  try {
    return { ...base, repair: (await mend()) ? 'done' : 'failed' };
  } catch (error) {
    return { ...base, detail: `${detail}; ${faultOf(error)}`, repair: 'failed' };
  }
}

/** Runs a check. If it cannot read something, that is reported as a flaw, and the other checks go on. */
export async function* guarded(
  subject: string,
  check: () => AsyncIterable<Suspicion> | Iterable<Suspicion>,
): AsyncGenerator<Suspicion> {
  try {
    yield* check();
  } catch (error) {
    yield { code: 'state-unreadable', subject, detail: faultOf(error) };
  }
}
