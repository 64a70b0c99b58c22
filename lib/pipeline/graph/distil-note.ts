import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { totalsSoFar } from '../supervise/supervision-note.ts';

/** When a job was distilled. */
export interface DistilNote {
  /** Pages that were fetched when the job was distilled last. */
  readonly pages: number;
  /** Epoch ms before which nobody looks again. */
  readonly notBefore: number;
  /** Calls of the function that distils, on AWS, since it answered last. */
  readonly called: number;
  /** Why the last pass came to nothing; absent: it did not. */
  readonly problem?: string;
}

const noteName = 'distil';
/** The share by which a crawl has to grow before it is distilled again: the work per page does not grow with the crawl. */
const growth = 0.1;

/** What is known of a job that distils. */
export interface Distillation {
  readonly note: DistilNote;
  readonly version: number;
  /** Pages that were fetched so far, by the counts of turns, where it is to be distilled now; absent: that is not due. */
  readonly due?: number;
}

type Noting = Pick<Ports, 'jobs' | 'clock'>;

/**
 * Whether a job is to be distilled: as many pages were fetched as it says, and a tenth of all. Reads two items.
 * @param called whether a pause after the last look does not count
 * @returns undefined for a job that does not distil
 */
export async function distillationOf(
  ports: Noting,
  job: Job,
  { called = false }: { readonly called?: boolean } = {},
): Promise<Distillation | undefined> {
  const { focus } = await settingsOf(ports.jobs, job.name, job.config);
  if (focus.distill === 0) return undefined;
  const stored = await ports.jobs.note(job.name, noteName);
  const known = { note: readNote(stored?.text), version: stored?.version ?? 0 };
  const { note } = known;
  if (!called && ports.clock.now() < note.notBefore) return known;
  const { pages = 0 } = await totalsSoFar(ports, job.name);
  const isDue = pages >= note.pages + Math.max(focus.distill, growth * note.pages);
  return isDue ? { ...known, due: pages } : known;
}

/** @returns false if another process wrote first */
export async function putDistilNote(
  { jobs }: Pick<Noting, 'jobs'>,
  job: string,
  { version }: Pick<Distillation, 'version'>,
  note: DistilNote,
): Promise<boolean> {
  return await jobs.putNote(job, noteName, version, JSON.stringify(note));
}

/** A damaged note counts as none. */
function readNote(text: string | undefined): DistilNote {
  const stored = (text === undefined ? undefined : readStoredObject<DistilNote>(text)) ?? {};
  const { pages, notBefore, called, problem }: Partial<DistilNote> = stored;
  return {
    ...{ pages: Number(pages) || 0, notBefore: Number(notBefore) || 0, called: Number(called) || 0 },
    ...(typeof problem === 'string' ? { problem } : {}),
  };
}
