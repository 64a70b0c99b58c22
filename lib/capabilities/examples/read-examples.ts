import { unpackText } from '../../base/bytes/packed-text.ts';
import { otherVersion, WinnowError } from '../../base/error.ts';
import type { Ports } from '../../ports/ports.ts';
import type { JobExamples } from './set/job-examples.ts';

export type ExamplePorts = Pick<Ports, 'jobs' | 'models'>;

/** The note of a job that names its examples: by its digest the set is kept, as are the texts that the set names. */
export const noteName = 'examples';
export interface StoredNote {
  readonly v: 1;
  readonly set: string;
}

export const noExamples: JobExamples = { v: 1, examples: [], rules: [], answers: [], rounds: [] };

/** What people have said of a job by examples; nothing, if they have not. @throws WinnowError `corrupt`, `newer` */
export async function readExamples(ports: ExamplePorts, job: string): Promise<JobExamples> {
  return (await readNoted(ports, job)).set;
}

export async function readNoted(
  ports: ExamplePorts,
  job: string,
): Promise<{ readonly set: JobExamples; readonly version: number }> {
  const note = await ports.jobs.note(job, noteName);
  if (note === undefined) return { set: noExamples, version: 0 };
  return { set: await readSet(ports, job, note.text), version: note.version };
}

export async function readSet(ports: ExamplePorts, job: string, note: string): Promise<JobExamples> {
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

/** @throws WinnowError `corrupt` for what is no set, `newer` for one of a later version */
export function readJobExamples(text: string): JobExamples {
  let stored: Partial<JobExamples>;
  try {
    stored = JSON.parse(text) as Partial<JobExamples>;
  } catch (cause) {
    throw new WinnowError('corrupt', 'the examples of the job are no JSON', { cause });
  }
  const { v, examples, rules, answers, rounds } = stored ?? {};
  if (typeof v === 'number' && v !== 1) throw otherVersion('the set of examples', v, 1);
  if (v !== 1 || ![examples, rules, answers, rounds].every(Array.isArray))
    throw new WinnowError('corrupt', 'what is stored as the examples of the job is something else');
  return stored as JobExamples;
}
