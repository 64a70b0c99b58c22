import { defined } from '../../base/defined.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { GatherPorts } from '../../pipeline/link-graph/gather-parts.ts';
import type { Job } from '../../ports/jobs.ts';
import { type CopyPorts, copyTables, crawlState } from './copy-tables.ts';
import { type GraphToCopy, withGraphNow, withGraphOf } from './graph-to-copy.ts';
import { emptyParts, partsWriter } from './parts-writer.ts';
import { type CopyUnderWay, publishCopy, putUnderWay, readPublished, readUnderWay } from './stored-copy.ts';
import type { EncodeRows, TableFiles } from './table-files.ts';
import { sqlVersion } from './tables.ts';

export type CopyFilesPorts = CopyPorts &
  GatherPorts & { readonly tableFiles: TableFiles; readonly encode: EncodeRows };

/** `resting`: no copy is due; `elsewhere`: somebody else makes it; `continues`: the next call goes on; `published`: it is whole. */
export type CopyOutcome = 'resting' | 'elsewhere' | 'continues' | 'published';

export interface CopyOptions {
  /** From the beginning of a copy to that of the next. */
  readonly everyMs: number;
  /** Monotonic ms after which the next call goes on. */
  readonly endBy: number;
}

/** Who copies a job, and when the next copy is due. */
interface CopyNote {
  /** Epoch ms up to which somebody works on a copy. */
  readonly until: number;
  readonly due: number;
  /** A copy is under way. */
  readonly begun: boolean;
}

const noteName = 'sql';
/** What the call may take longer than `endBy`: a unit of work, and storing what it did. */
const marginMs = 120_000;

/**
 * Copies a job into files of tables when that is due and the crawl has gone on, in slices: each call goes on where the last one
 * stored how far it came. One call works on a job at a time; what a call that was killed had not stored is done again.
 * @throws WinnowError `unavailable`, `full`
 */
export async function copyWhenDue(
  ports: CopyFilesPorts,
  job: Job,
  options: CopyOptions,
): Promise<CopyOutcome> {
  const { clock, jobs } = ports;
  const stored = await jobs.note(job.name, noteName);
  const note = readNote(stored?.text);
  const now = clock.now();
  if (now < note.until) return 'elsewhere';
  if (!note.begun && now < note.due) return 'resting';
  const until = now + Math.max(0, options.endBy - clock.monotonic()) + marginMs;
  const version = stored?.version ?? 0;
  const put = (was: number, next: CopyNote) =>
    jobs.putNote(job.name, noteName, was, JSON.stringify(next satisfies CopyNote));
  if (!(await put(version, { ...note, until }))) return 'elsewhere';
  const { outcome, made } = await copySlice(ports, job, { ...options, goesOn: note.begun });
  const due = outcome === 'continues' ? note.due : made + options.everyMs;
  await put(version + 1, { until: 0, due, begun: outcome === 'continues' });
  return outcome;
}

/** What a call did, and when the copy was begun (epoch ms). */
interface SliceEnd {
  readonly outcome: CopyOutcome;
  readonly made: number;
}

async function copySlice(
  ports: CopyFilesPorts,
  job: Job,
  { endBy, goesOn }: CopyOptions & { readonly goesOn: boolean },
): Promise<SliceEnd> {
  const made = ports.clock.now();
  const before = goesOn ? await readUnderWay(ports.tableFiles, job.name) : undefined;
  if (before !== undefined) {
    const end = await withGraphOf(ports, job, before.graph, (graph) =>
      copyMore(ports, job, graph, { endBy, copy: before.copy, before }),
    );
    if (end !== undefined) return end;
  }
  const former = await readPublished(ports.tableFiles, job.name);
  if (former?.crawl === (await crawlState(ports, job))) return { outcome: 'resting', made };
  const copy = `${String(made).padStart(14, '0')}-${ports.entropy.id()}`;
  const end = await withGraphNow(ports, job, endBy, (graph) => copyMore(ports, job, graph, { endBy, copy }));
  return end ?? { outcome: 'continues', made };
}

async function copyMore(
  ports: CopyFilesPorts,
  job: Job,
  { parts: graph, ...lent }: GraphToCopy,
  { endBy, copy, before }: { readonly endBy: number; readonly copy: string; readonly before?: CopyUnderWay },
): Promise<SliceEnd> {
  const { tableFiles: files, encode } = ports;
  const parts = before?.parts ?? emptyParts();
  const writer = partsWriter({ files, encode, job: job.name, prefix: `${copy}/`, before: parts });
  const end = await copyTables(ports, job, { writer, ...lent, endBy, ...defined({ before: before?.state }) });
  if ('step' in end) {
    const written = await writer.parts();
    await putUnderWay(files, job.name, { v: sqlVersion, copy, parts: written, state: end, graph });
    return { outcome: 'continues', made: end.made };
  }
  const former = await readPublished(files, job.name);
  const published = { v: sqlVersion, copy, ...end, ...defined({ former: former?.copy }) } as const;
  await publishCopy(files, job.name, await writer.whole(), published);
  return { outcome: 'published', made: end.made };
}

function readNote(text: string | undefined): CopyNote {
  const { until, due, begun } = (text === undefined ? undefined : readStoredObject<CopyNote>(text)) ?? {};
  return { until: Number(until) || 0, due: Number(due) || 0, begun: begun === true };
}
