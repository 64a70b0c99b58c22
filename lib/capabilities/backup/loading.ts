import type { Job } from '../../ports/jobs.ts';
import type { JobEraser } from '../../ports/operate/job-eraser.ts';
import type { Entry, EntryKind } from './entry.ts';
import type { DumpPart, Manifest } from './manifest.ts';
import type { DumpPorts } from './walk-host.ts';

export type LoadPorts = DumpPorts & { readonly jobEraser: JobEraser };

/** What a load does to a job that is there; absent: nothing, it is refused. */
export type LoadHow =
  /** The job becomes as it was dumped. */
  | 'replace'
  /** Only files and objects that are not there are put. */
  | 'missing'
  /** Only this host becomes as it was dumped. */
  | { readonly host: string };

export interface LoadOptions {
  readonly how?: LoadHow;
  /** Only this job of the dump. */
  readonly only?: string;
  /** Goes on without what damaged parts had. */
  readonly passOver?: boolean;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Told after each part. */
  readonly onPart?: (part: DumpPart) => void;
}

/** A dump as it is read: parts that are damaged have no entries. */
export interface DumpSource {
  readonly manifest: Manifest;
  readonly parts: readonly DumpPart[];
  /** Names of parts that are damaged. */
  readonly damaged: ReadonlySet<string>;
  /** Their bytes stand until entries of the next part are read. */
  entries(part: DumpPart): AsyncIterable<Entry>;
}

/** What became of a job. */
export interface JobLoad {
  readonly job: string;
  /** Entries that were put, by kind; of a dry run, those of the parts. */
  readonly entries: Readonly<Record<string, number>>;
  /** Records that the dump lacks, and that were taken out. */
  readonly takenOut?: number;
  /** Its state then. */
  readonly state: Job['state'];
  readonly isWhole: boolean;
}

/** The parts that have entries of a job, of any of these kinds. */
export function partsOf(
  { parts }: Pick<DumpSource, 'parts'>,
  job: string,
  kinds?: readonly EntryKind[],
): readonly DumpPart[] {
  return parts.filter(
    ({ jobs, entries }) => jobs.includes(job) && (kinds === undefined || isIn(entries, kinds)),
  );
}

/** Whether a part has entries of any of these kinds. */
export function isIn(entries: DumpPart['entries'], kinds: readonly EntryKind[]): boolean {
  return kinds.some((kind) => entries[kind] !== undefined);
}

/** Entries of parts by kind. */
export function entriesOf(parts: readonly DumpPart[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { entries } of parts)
    for (const [kind, count] of Object.entries(entries)) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}
