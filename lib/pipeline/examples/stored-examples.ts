import { WinnowError } from '../../domain/base/error.ts';
import {
  type JobExamples,
  noExamples,
  readJobExamples,
  writeJobExamples,
} from '../../domain/examples/job-examples.ts';
import { packText, unpackText } from '../../domain/examples/stored-text.ts';
import type { Ports } from '../../ports/ports.ts';

export type ExamplePorts = Pick<Ports, 'jobs' | 'models'>;

/** The note of a job that names its examples: by its digest the set is kept, as are the texts that the set names. */
const noteName = 'examples';
/** How often a change is retried after a lost race. */
const attempts = 10;

interface StoredNote {
  readonly v: 1;
  readonly set: string;
}

/** What people have said of a job by examples; nothing, if they have not. @throws WinnowError `corrupt`, `newer` */
export async function readExamples(ports: ExamplePorts, job: string): Promise<JobExamples> {
  return (await readNoted(ports, job)).set;
}

async function readNoted(
  ports: ExamplePorts,
  job: string,
): Promise<{ readonly set: JobExamples; readonly version: number }> {
  const note = await ports.jobs.note(job, noteName);
  if (note === undefined) return { set: noExamples, version: 0 };
  const { set: digest } = JSON.parse(note.text) as StoredNote;
  const text = await readText(ports, digest);
  if (text === undefined)
    throw new WinnowError('corrupt', `the examples of the job ${job} (${digest.slice(0, 16)}) are not there`);
  return { set: readJobExamples(text), version: note.version };
}

/**
 * Changes the examples of a job. Of changes at one time each is made on what the other has left.
 * @returns the examples after the change
 */
export async function changeExamples(
  ports: ExamplePorts,
  job: string,
  change: (set: JobExamples) => JobExamples,
): Promise<JobExamples> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { set, version } = await readNoted(ports, job);
    const next = change(set);
    if (next === set) return set;
    const note: StoredNote = { v: 1, set: await storeText(ports, writeJobExamples(next)) };
    if (await ports.jobs.putNote(job, noteName, version, JSON.stringify(note))) return next;
  }
  throw new WinnowError(
    'unavailable',
    `the examples of the job ${job} are being changed by others; try again`,
  );
}

/** Stores a text under its digest. */
export async function storeText({ models }: Pick<Ports, 'models'>, text: string): Promise<string> {
  const { digest, bytes } = packText(text);
  if (!(await models.has(digest))) await models.put(digest, bytes);
  return digest;
}

/** A text that was stored; undefined when it is not there. */
export async function readText(
  { models }: Pick<Ports, 'models'>,
  digest: string,
): Promise<string | undefined> {
  const bytes = await models.read(digest);
  return bytes === undefined ? undefined : unpackText(bytes);
}
