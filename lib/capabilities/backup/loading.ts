import type { Job } from '../../ports/jobs.ts';
import type { JobEraser } from '../../ports/operate/job-eraser.ts';
import type { Entry, EntryKind } from './entry.ts';
import type { DumpPart, Manifest } from './manifest.ts';
import type { DumpPorts } from './walk-host.ts';

export type LoadPorts = DumpPorts & { readonly jobEraser: JobEraser };

export interface LoadOptions {
  /** Only this job of the dump. */
  readonly only?: string;
  /** Only this host, into the job that is there. */
  readonly host?: string;
  /** Only files and objects that are not there, into the jobs that are there. */
  readonly isMissing?: boolean;
  /** In place of jobs that are there. */
  readonly isReplacing?: boolean;
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
  entries(part: DumpPart): AsyncIterable<Entry>;
}

/** What became of a job. */
export interface JobLoad {
  readonly job: string;
  /** Entries that were put, by kind; of a dry run, those of the parts. */
  readonly entries: Readonly<Record<string, number>>;
  /** Its state then. */
  readonly state: Job['state'];
  readonly isWhole: boolean;
}

/** Whether a part has entries of any of these kinds. */
export function isPut({ entries }: DumpPart, wanted: readonly EntryKind[]): boolean {
  return wanted.some((kind) => entries[kind] !== undefined);
}

/** Entries of parts by kind. */
export function entriesOf(parts: readonly DumpPart[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { entries } of parts)
    for (const [kind, count] of Object.entries(entries)) counts[kind] = (counts[kind] ?? 0) + count;
  return counts;
}
