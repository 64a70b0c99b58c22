import { faultOf } from '../../domain/base/error.ts';
import { type Finding, type FlawCode, flaws, nextCommand } from '../../domain/sanity/finding.ts';
import type { Flaw } from '../../domain/sanity/flaw.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ChangesTable } from './changes-table.ts';
import type { DueTable } from './due-table.ts';
import type { UrlRecordPairs } from './url-record-pairs.ts';
import type { WaitingLists } from './waiting-lists.ts';

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
  | 'segments'
  | 'links'
  | 'records'
  | 'models'
  | 'documents'
  | 'changes'
  | 'offTopic'
  | 'commands'
>;

/** What the files of a job say, on the machine where they lie. */
export interface GivenJob {
  readonly settings: JobSettings;
  readonly models: readonly { readonly digest: string; read(): Uint8Array }[];
}

/** What the checks of one job have in common. */
export interface Inspection {
  readonly ports: SanityPorts;
  readonly job: Job;
  /** Undefined: they cannot be read, which has been told. */
  readonly settings: JobSettings | undefined;
  readonly due: DueTable;
  readonly waiting: WaitingLists;
  /** Of the slice that is gone through now. */
  readonly pairs: UrlRecordPairs;
  /** Mend what can be mended. */
  readonly repair: boolean;
  /** Read the raw documents, too. */
  readonly documents: boolean;
  /** Which changes objects there are. */
  readonly changes: ChangesTable;
  readonly given: GivenJob | undefined;
  /** Hosts and changes objects that were told of: each is, once. */
  readonly reported: Set<string>;
  /** By host, of how many records its pages were asked for again (`refetch.ts`). */
  readonly refetched: Map<HostName, number>;
  /** Whether a host was met that keeps off-topic pages: their raw documents have no record. */
  readonly offTopic: { isKept: boolean };
}

/** Something wrong, and how it is mended where it can be. `mend` says false when the state has changed meanwhile. */
export interface Suspicion {
  readonly code: FlawCode;
  readonly subject: string;
  readonly detail: string;
  readonly mend?: () => Promise<boolean>;
}

/** Mends it where that was asked for, and says what became of it. */
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

/** What cannot be read is told as a flaw, and the rest is checked all the same. */
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
