import { WinnowError } from '../../base/error.ts';
import { storeText } from '../../pipeline/topic/stored-text.ts';
import {
  type ExamplePorts,
  noExamples,
  noteName,
  readNoted,
  readSet,
  type StoredNote,
} from './read-examples.ts';
import type { JobExamples } from './set/job-examples.ts';

/** How often a change is retried after a lost race. */
const attempts = 10;

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
    const next: StoredNote = { v: 1, set: await storeText(ports, JSON.stringify(noExamples)) };
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
    const note: StoredNote = { v: 1, set: await storeText(ports, JSON.stringify(next)) };
    if (await ports.jobs.putNote(job, noteName, version, JSON.stringify(note))) return next;
  }
  throw changedByOthers(job);
}
