import { WinnowError } from '../../base/error.ts';
import {
  analysisNoteOf,
  type KnownAnalysis,
  putAnalysisNote,
} from '../../pipeline/link-graph/analysis-note.ts';
import type { JobStore } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { decodeLatent } from '../../topic/models.ts';

/** What making a latent space came to, as the job's note `latent` says it. */
export interface MadeModel {
  /** SHA-256 of the model; absent: the texts said too little. */
  readonly model?: string;
  /** Off-topic pages with a larger MD5 are no longer sampled; absent: all are. */
  readonly below?: string;
  readonly texts: number;
}

/** What the harvesters of a job have of its latent space. */
export interface ModelInForce extends Pick<MadeModel, 'below'> {
  /** The same bytes for the same model; absent: there is none, and the filter alone judges. */
  readonly bytes?: Uint8Array;
  /** The note of a model that nobody can use. */
  readonly lost?: KnownAnalysis;
}

interface Remembered extends ModelInForce {
  readonly model?: string;
  /** Epoch ms from which the note is read again. */
  readonly until: number;
}

/** The model's file among those of the job's graph. */
export const modelName = 'latent-model';
/** How long a process goes on with what it knows: a new model is in force within this time. */
const knownMs = 10_000;

const remembered = new WeakMap<JobStore, Map<string, Promise<Remembered>>>();

/**
 * The latent space of a job for its harvesters: where the file is lost, damaged or of another version, the filter judges alone until it was
 * made again, which is asked for here.
 */
export async function modelToJudgeBy(
  ports: Pick<Ports, 'jobs' | 'graphs' | 'clock'>,
  job: string,
): Promise<ModelInForce> {
  const inForce = await modelInForce(ports, job);
  if (inForce.lost !== undefined) await askAgain(ports, job, inForce.lost);
  return inForce;
}

/** The latent space of a job as it was made last. */
export async function modelInForce(
  ports: Pick<Ports, 'jobs' | 'graphs' | 'clock'>,
  job: string,
): Promise<ModelInForce> {
  let jobs = remembered.get(ports.jobs);
  if (jobs === undefined) {
    jobs = new Map();
    remembered.set(ports.jobs, jobs);
  }
  const before = jobs.get(job);
  const known = await before?.catch(() => undefined);
  if (known !== undefined && ports.clock.now() < known.until) return known;
  if (jobs.get(job) !== before) return modelInForce(ports, job);
  const next = look(ports, job, known);
  jobs.set(job, next);
  return await next;
}

async function look(
  ports: Pick<Ports, 'jobs' | 'graphs' | 'clock'>,
  job: string,
  before: Remembered | undefined,
): Promise<Remembered> {
  const until = ports.clock.now() + knownMs;
  const known = await analysisNoteOf(ports, job, 'latent');
  const { below, model }: Partial<MadeModel> = known.note.done ?? {};
  const sampling = below === undefined ? {} : { below };
  if (model === undefined) return { ...sampling, until };
  if (model === before?.model) return { ...before, ...sampling, until };
  const bytes = await ports.graphs.read(job, modelName);
  if (bytes !== undefined && isUsable(bytes)) return { ...sampling, bytes, model, until };
  return { ...sampling, until, lost: known };
}

/** Has a model made again that is lost, damaged or of another version. */
async function askAgain(ports: Pick<Ports, 'jobs'>, job: string, lost: KnownAnalysis): Promise<void> {
  const { of: _, ...note } = lost.note;
  const { model: _lost, ...done } = note.done as MadeModel;
  await putAnalysisNote(ports, job, lost, { ...note, notBefore: 0, done });
}

function isUsable(bytes: Uint8Array): boolean {
  try {
    decodeLatent(bytes, modelName);
    return true;
  } catch (error) {
    if (error instanceof WinnowError) return false;
    throw error;
  }
}
