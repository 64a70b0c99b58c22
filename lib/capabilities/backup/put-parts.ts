import type { Entry, EntryKind } from './entry.ts';
import { Lanes } from './lanes.ts';
import { type DumpSource, type JobLoad, type LoadOptions, type LoadPorts, partsOf } from './loading.ts';
import { EntrySink } from './put-entry.ts';

/** Entries of a dump that are put. */
interface Choice {
  readonly job: string;
  /** Absent: of all kinds. */
  readonly kinds?: readonly EntryKind[];
  /** Parts that were put before. */
  readonly done?: number;
  readonly isMeant: (entry: Entry) => boolean | Promise<boolean>;
  /** Told when so many parts need not be read again. */
  readonly reached?: (parts: number) => Promise<void>;
}

const atOnce = 16;

/** Puts entries of a job, part after part: every way of loading goes through the dump here. */
export async function putParts(
  ports: LoadPorts,
  source: DumpSource,
  { job, kinds, done = 0, isMeant, reached }: Choice,
  { signal, onPart }: Pick<LoadOptions, 'signal' | 'onPart'>,
): Promise<Pick<JobLoad, 'entries' | 'isWhole'>> {
  const entries: Record<string, number> = {};
  const lanes = new Lanes(atOnce);
  const sink = new EntrySink(ports, lanes);
  try {
    for (const [at, part] of partsOf(source, job, kinds).entries()) {
      if (at < done) continue;
      if (signal.aborted) return { entries, isWhole: false };
      for await (const entry of source.entries(part)) {
        const { kind, job: of } = entry.head;
        if (of !== job || !(await isMeant(entry))) continue;
        await sink.put(entry);
        entries[kind] = (entries[kind] ?? 0) + 1;
      }
      await lanes.idle();
      if (sink.isAtRest) await reached?.(at + 1);
      onPart?.(part);
    }
  } finally {
    await sink.end();
  }
  return { entries, isWhole: true };
}
