import { defined } from '../../base/defined.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { topicVersion } from '../../topic/settings.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { usesLatent } from '../links/link-prior.ts';
import { totalsSoFar } from '../supervise/supervision-note.ts';

/**
 * What a job may have done again and again as it grows: raising what good hubs link to, writing ranks into records, and learning
 * what words mean in its field.
 */
export const analyses = ['distil', 'ranks', 'latent'] as const;
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
  /** What the last one was made with, where another needs a new one; absent: that does not matter, or there was none. */
  readonly of?: string;
  /** Why the last pass came to nothing; absent: it did not. */
  readonly problem?: string;
}

/** When an analysis is due again. */
interface Pace {
  /** Pages. */
  readonly every: number;
  /** The share by which a crawl has to grow before the next: the work per page does not grow with the crawl. */
  readonly growth: number;
  /** What it is made with: where that is not what the last one was made with, it is due at once. */
  readonly of?: string;
}

/** Raised with what `latent` makes, where older versions cannot use that. */
const latentVersion = 1;

/** What is known of an analysis that a job wants. */
export interface KnownAnalysis {
  readonly name: AnalysisName;
  readonly note: AnalysisNote;
  readonly version: number;
  /** What it is to be made with, where that matters. */
  readonly of?: string;
  /** Pages that were fetched so far, by the counts of turns, where it is due; absent: it is not. */
  readonly due?: number;
}

/** How often a job has each analysis; every 0 pages: never. */
const paces: Readonly<Record<AnalysisName, (settings: JobSettings) => Pace>> = {
  distil: ({ focus }) => ({ every: focus.distill, growth: 0.1 }),
  ranks: ({ links }) => ({ every: links.ranks, growth: 0.1 }),
  latent: (settings) => ({
    ...{ every: usesLatent(settings) ? 50 : 0, growth: 1 },
    of: `${latentVersion} ${topicVersion(settings.topic)}`,
  }),
};

type Noting = Pick<Ports, 'jobs' | 'clock'>;

/**
 * Whether an analysis is due: as many pages were fetched as the job says, and as its pace asks of all; or it is to be made with something else. Reads two items.
 * @param called whether a pause after the last look does not count
 * @returns undefined for a job that does not want it
 */
export async function analysisOf(
  ports: Noting,
  job: Job,
  name: AnalysisName,
  { called = false }: { readonly called?: boolean } = {},
): Promise<KnownAnalysis | undefined> {
  const pace = paces[name](await settingsOf(ports.jobs, job.name, job.config));
  if (pace.every === 0) return undefined;
  const known = { ...(await analysisNoteOf(ports, job.name, name)), ...defined({ of: pace.of }) };
  const { note } = known;
  if (!called && ports.clock.now() < note.notBefore) return known;
  const { pages = 0 } = await totalsSoFar(ports, job.name);
  const isDue = note.of !== pace.of || pages >= note.pages + Math.max(pace.every, pace.growth * note.pages);
  return isDue ? { ...known, due: pages } : known;
}

/** What is noted of an analysis, wanted or not. */
export async function analysisNoteOf(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  name: AnalysisName,
): Promise<KnownAnalysis> {
  const stored = await jobs.note(job, name);
  return { name, note: readNote(stored?.text), version: stored?.version ?? 0 };
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
  const { pages, notBefore, called, done, of, problem }: Partial<AnalysisNote> = stored;
  return {
    ...{ pages: Number(pages) || 0, notBefore: Number(notBefore) || 0, called: Number(called) || 0 },
    ...defined({ done }),
    ...(typeof of === 'string' ? { of } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
  };
}
