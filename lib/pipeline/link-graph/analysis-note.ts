import { defined } from '../../base/defined.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { totalsSoFar } from '../supervise/supervision-note.ts';

/** What a job may have done again and again as it grows: raising what good hubs link to, and writing ranks into records. */
export const analyses = ['distil', 'ranks'] as const;
export type AnalysisName = (typeof analyses)[number];

/** When a job had an analysis. */
export interface AnalysisNote {
  /** Pages that were fetched at the last one. */
  readonly pages: number;
  /** Epoch ms before which nobody looks again. */
  readonly notBefore: number;
  /** Calls of the function that does it, on AWS, since it answered last. */
  readonly called: number;
  /** What the last one did, in numbers; absent: there was none. */
  readonly done?: object;
  /** Why the last pass came to nothing; absent: it did not. */
  readonly problem?: string;
}

/** The share by which a crawl has to grow before the next: the work per page does not grow with the crawl. */
const growth = 0.1;

/** What is known of an analysis that a job wants. */
export interface KnownAnalysis {
  readonly name: AnalysisName;
  readonly note: AnalysisNote;
  readonly version: number;
  /** Pages that were fetched so far, by the counts of turns, where it is due; absent: it is not. */
  readonly due?: number;
}

/** After how many pages a job has each analysis; 0: never. */
function everyPages({ focus, links }: JobSettings): Readonly<Record<AnalysisName, number>> {
  return { distil: focus.distill, ranks: links.ranks };
}

type Noting = Pick<Ports, 'jobs' | 'clock'>;

/**
 * Whether an analysis is due: as many pages were fetched as the job says, and a tenth of all. Reads two items.
 * @param called whether a pause after the last look does not count
 * @returns undefined for a job that does not want it
 */
export async function analysisOf(
  ports: Noting,
  job: Job,
  name: AnalysisName,
  { called = false }: { readonly called?: boolean } = {},
): Promise<KnownAnalysis | undefined> {
  const every = everyPages(await settingsOf(ports.jobs, job.name, job.config))[name];
  if (every === 0) return undefined;
  const stored = await ports.jobs.note(job.name, name);
  const known = { name, note: readNote(stored?.text), version: stored?.version ?? 0 };
  const { note } = known;
  if (!called && ports.clock.now() < note.notBefore) return known;
  const { pages = 0 } = await totalsSoFar(ports, job.name);
  const isDue = pages >= note.pages + Math.max(every, growth * note.pages);
  return isDue ? { ...known, due: pages } : known;
}

/** @returns false if another process wrote first */
export async function putAnalysisNote(
  { jobs }: Pick<Noting, 'jobs'>,
  job: string,
  { name, version }: Pick<KnownAnalysis, 'name' | 'version'>,
  note: AnalysisNote,
): Promise<boolean> {
  return await jobs.putNote(job, name, version, JSON.stringify(note));
}

/** A damaged note counts as none. */
function readNote(text: string | undefined): AnalysisNote {
  const stored = (text === undefined ? undefined : readStoredObject<AnalysisNote>(text)) ?? {};
  const { pages, notBefore, called, done, problem }: Partial<AnalysisNote> = stored;
  return {
    ...{ pages: Number(pages) || 0, notBefore: Number(notBefore) || 0, called: Number(called) || 0 },
    ...defined({ done }),
    ...(typeof problem === 'string' ? { problem } : {}),
  };
}
