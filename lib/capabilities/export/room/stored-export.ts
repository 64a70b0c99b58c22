import { WinnowError } from '../../../base/error.ts';
import { readStoredObject } from '../../../base/stored-json.ts';
import { changeJob } from '../../../pipeline/job/open-job.ts';
import type { JobPlace } from '../../../pipeline/operation/place.ts';
import type { Ports } from '../../../ports/ports.ts';
import type { ExportQuestion } from '../export-records.ts';

/** An export into the bucket of a stack, as it is stored. Times are epoch ms. */
export interface StoredExport {
  readonly name: string;
  /** Below the room of exports: `<job>/<name>/<time>`. */
  readonly folder: string;
  readonly question: ExportQuestion;
  readonly state: 'begun' | 'done' | 'failed';
  readonly begunAt: number;
  readonly endedAt?: number;
  /** A slice has it until then, unless it says so again. */
  readonly takenUntil: number;
  /** Nobody calls for a slice before then. */
  readonly calledUntil: number;
  /** Calls since it last came further. */
  readonly called: number;
  readonly slices: number;
  readonly records: number;
  readonly bytes: number;
  /** The number of the state that is kept; 0: none. */
  readonly kept: number;
  /** What went wrong last. */
  readonly problem?: string;
  /** What is not as whoever asked may think. */
  readonly said?: readonly string[];
}

export interface KnownExport {
  /** Of its note. */
  readonly version: number;
  readonly found: StoredExport | undefined;
}

const noteOf = (name: string): string => `exporting-${name}`;

/** @throws WinnowError `corrupt` */
export async function readExport(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  name: string,
): Promise<KnownExport> {
  const note = await jobs.note(job, noteOf(name));
  if (note === undefined) return { version: 0, found: undefined };
  const found = readStoredObject<StoredExport>(note.text);
  if (found === undefined)
    throw new WinnowError('corrupt', `what is stored of the export ${name} is no JSON: begin it anew`);
  return { version: note.version, found };
}

/** An export that somebody began. @throws WinnowError `not-found`, naming those that are under way */
export async function begunExport(
  { ports, of }: JobPlace,
  name: string,
): Promise<KnownExport & { readonly found: StoredExport }> {
  const { version, found } = await readExport(ports, of.name, name);
  if (found !== undefined) return { version, found };
  const { exports: all = [] } = (await ports.jobs.job(of.name)) ?? {};
  const others = all.length === 0 ? 'none is under way' : `under way: ${all.join(', ')}`;
  throw new WinnowError('not-found', `no export ${name} was begun (winnow export begin); ${others}`);
}

/** @returns undefined: somebody else was first */
export async function putExport(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  { version }: Pick<KnownExport, 'version'>,
  next: StoredExport,
): Promise<{ readonly version: number; readonly found: StoredExport } | undefined> {
  if (!(await jobs.putNote(job, noteOf(next.name), version, JSON.stringify(next)))) return undefined;
  return { version: version + 1, found: next };
}

/** Takes an export out of those that a job has under way. */
export async function leaveJob(ports: Pick<Ports, 'jobs'>, job: string, name: string): Promise<void> {
  await changeJob(ports, job, (was) => {
    if (!was.exports?.includes(name)) return was;
    const { exports: all, ...rest } = was;
    const left = all.filter((one) => one !== name);
    return left.length === 0 ? rest : { ...rest, exports: left };
  });
}
