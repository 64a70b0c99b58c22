import { readStoredObject } from '../../domain/base/stored-json.ts';
import { decodeGraphChunk, encodeGraphChunk } from '../../domain/graph/graph-chunk.ts';
import { openPageGathering, type PageGathering } from '../../domain/graph/page-columns.ts';
import { sqlVersion } from '../../domain/sql/tables.ts';
import type { Job } from '../../ports/jobs.ts';
import type { EncodeRows, TableFiles } from '../../ports/tables.ts';
import { settingsOf } from '../base/settings-cache.ts';
import type { GatherPorts } from '../graph/gather-parts.ts';
import { gatherWhole } from '../graph/open-graph.ts';
import { isDamaged } from '../graph/stored-parts.ts';
import { type CopyPorts, copyTables, crawlState } from './copy-tables.ts';
import { emptyParts, partsWriter } from './parts-writer.ts';
import {
  type CopyUnderWay,
  graphName,
  publishCopy,
  putUnderWay,
  readPublished,
  readUnderWay,
} from './stored-copy.ts';

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

async function copySlice(
  ports: CopyFilesPorts,
  job: Job,
  { endBy, goesOn }: CopyOptions & { readonly goesOn: boolean },
): Promise<{ readonly outcome: CopyOutcome; readonly made: number }> {
  const { clock, tableFiles: files, encode, entropy } = ports;
  const made = clock.now();
  const former = await readPublished(files, job.name);
  const begun = goesOn ? await readBegun(files, job.name) : undefined;
  if (begun === undefined && former?.crawl === (await crawlState(ports, job)))
    return { outcome: 'resting', made };
  const gathering = begun?.gathering ?? (await gatheredNow(ports, job, endBy));
  if (gathering === undefined) return { outcome: 'continues', made };
  const { before } = begun ?? {};
  const copy = before?.copy ?? `${String(made).padStart(14, '0')}-${entropy.id()}`;
  const parts = before?.parts ?? emptyParts();
  const writer = partsWriter({ files, encode, job: job.name, prefix: `${copy}/`, before: parts });
  const slice = { writer, gathering, endBy };
  const end = await copyTables(ports, job, before === undefined ? slice : { ...slice, before: before.state });
  if ('step' in end) {
    if (before === undefined) await files.put(job.name, graphName(copy), snapshotOf(gathering));
    const written = await writer.parts();
    await putUnderWay(files, job.name, { v: sqlVersion, copy, parts: written, state: end });
    return { outcome: 'continues', made: end.made };
  }
  const published = { v: sqlVersion, copy, ...end } as const;
  const whole = former === undefined ? published : { ...published, former: former.copy };
  await publishCopy(files, job.name, await writer.whole(), whole);
  return { outcome: 'published', made: end.made };
}

/** A copy that is under way, with the graph that it was begun with. Undefined for none, and for one that lost its graph. */
async function readBegun(
  files: TableFiles,
  job: string,
): Promise<{ readonly before: CopyUnderWay; readonly gathering: PageGathering } | undefined> {
  const before = await readUnderWay(files, job);
  const bytes = before && (await files.read(job, graphName(before.copy)));
  if (before === undefined || bytes === undefined) return undefined;
  const gathering = openPageGathering();
  try {
    gathering.addChunk(decodeGraphChunk(bytes));
  } catch (error) {
    if (isDamaged(error)) return undefined;
    throw error;
  }
  return { before, gathering };
}

/** The graph of the link log; undefined: there was no time to bring it up to date. */
async function gatheredNow(
  ports: CopyFilesPorts,
  job: Job,
  endBy: number,
): Promise<PageGathering | undefined> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const { gathering, over } = await gatherWhole(ports, job.name, settings, { endBy });
  return over ? gathering : undefined;
}

function snapshotOf(gathering: PageGathering): Uint8Array {
  return encodeGraphChunk(gathering.chunk());
}

function readNote(text: string | undefined): CopyNote {
  const { until, due, begun } = (text === undefined ? undefined : readStoredObject<CopyNote>(text)) ?? {};
  return { until: Number(until) || 0, due: Number(due) || 0, begun: begun === true };
}
