import { WinnowError } from '../../base/error.ts';
import type { Ports } from '../../ports/ports.ts';
import { type JobExamples, noExamples, readJobExamples, writeJobExamples } from './set/job-examples.ts';
import { packText, unpackText } from './set/stored-text.ts';

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
  return { set: await readSet(ports, job, note.text), version: note.version };
}

async function readSet(ports: ExamplePorts, job: string, note: string): Promise<JobExamples> {
  const { set: digest } = JSON.parse(note) as StoredNote;
  const lost = (what: string, cause?: unknown): WinnowError =>
    new WinnowError(
      'corrupt',
      `the examples of the job ${job} (${digest.slice(0, 16)}) are ${what}: \`winnow examples clear\` begins anew without them`,
      { cause },
    );
  const bytes = await ports.models.read(digest);
  if (bytes === undefined) throw lost('not there');
  let text: string;
  try {
    text = unpackText(bytes);
  } catch (cause) {
    throw lost('damaged', cause);
  }
  return readJobExamples(text);
}

/**
 * Forgets all that people have said of a job by examples, also where it cannot be read any more.
 * @returns what was forgotten; undefined: it was lost before
 * @throws WinnowError `newer` for what a later version has written: it stays
 */
export async function clearExamples(ports: ExamplePorts, job: string): Promise<JobExamples | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const note = await ports.jobs.note(job, noteName);
    if (note === undefined) return noExamples;
    const was = await readSet(ports, job, note.text).catch((error: unknown) => {
      if (error instanceof WinnowError && error.code === 'corrupt') return undefined;
      throw error;
    });
    const next: StoredNote = { v: 1, set: await storeText(ports, writeJobExamples(noExamples)) };
    if (await ports.jobs.putNote(job, noteName, note.version, JSON.stringify(next))) return was;
  }
  throw changedByOthers(job);
}

function changedByOthers(job: string): WinnowError {
  return new WinnowError(
    'unavailable',
    `the examples of the job ${job} are being changed by others; try again`,
  );
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
  throw changedByOthers(job);
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
