import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import { changeJob } from '../../pipeline/job/open-job.ts';
import type { Job } from '../../ports/jobs.ts';
import type { HeadOf } from './entry.ts';
import { Lanes } from './lanes.ts';
import {
  type DumpSource,
  entriesOf,
  isPut,
  type JobLoad,
  type LoadOptions,
  type LoadPorts,
} from './loading.ts';
import type { DumpPart } from './manifest.ts';
import { EntrySink } from './put-entry.ts';

/** How far a load has come, as the job's note says it. */
interface LoadNote {
  readonly dump: string;
  /** Parts of the job that need not be read again. */
  readonly parts: number;
  readonly isWhole?: true;
}

const noteName = 'load';
const erasedAtOnce = 500;
export const atOnce = 16;

/**
 * Loads a job whole. It is stopped until all is there, and paused then, unless it was not open when it was dumped: whoever goes on with it
 * says so, when the crawl that it is a copy of has ended.
 * @throws WinnowError `usage` for a job that is there and is not to be replaced, or is open
 */
export async function loadJob(
  ports: LoadPorts,
  source: DumpSource,
  name: string,
  { isReplacing = false, dryRun, signal, onPart }: LoadOptions,
): Promise<JobLoad> {
  const { id, begunAt } = source.manifest;
  const parts = source.parts.filter(({ jobs }) => jobs.includes(name));
  const was = await mayLoad(ports, name, { id, isReplacing });
  if (dryRun) return { job: name, entries: entriesOf(parts), state: was?.state ?? 'paused', isWhole: true };
  const dumped = await jobEntry(source, parts, name);
  const done = await prepare(ports, dumped, { id, isReplacing: was !== undefined });
  const counts: Record<string, number> = {};
  const lanes = new Lanes(atOnce);
  const sink = new EntrySink(ports, lanes);
  let isWhole = true;
  try {
    for (const [at, part] of parts.entries()) {
      if (at < done) continue;
      if (signal.aborted) {
        isWhole = false;
        break;
      }
      for await (const entry of source.entries(part)) {
        if (entry.head.job !== name || entry.head.kind === 'job') continue;
        await sink.put(entry);
        counts[entry.head.kind] = (counts[entry.head.kind] ?? 0) + 1;
      }
      await lanes.idle();
      if (sink.isAtRest) await noteProgress(ports, name, { dump: id, parts: at + 1 });
      onPart?.(part);
    }
  } finally {
    await sink.end();
  }
  if (!isWhole) return { job: name, entries: counts, state: 'stopped', isWhole };
  await noteProgress(ports, name, { dump: id, parts: parts.length, isWhole: true });
  const { state } = await changeJob(ports, name, (stopped) => asLoaded(stopped, dumped.is, begunAt));
  return { job: name, entries: counts, state, isWhole };
}

/** @returns the job that is there */
async function mayLoad(
  { jobs }: LoadPorts,
  name: string,
  { id, isReplacing }: { readonly id: string; readonly isReplacing: boolean },
): Promise<Job | undefined> {
  const was = await jobs.job(name);
  if (was === undefined || isBeingLoaded(was, id)) return was;
  if (!isReplacing)
    throw new WinnowError(
      'usage',
      `there is a job ${name} already: load it --replace, or one host of it (--host), or what is --missing`,
    );
  if (was.state === 'open' || was.state === 'draining')
    throw new WinnowError('usage', `job ${name} is ${was.state}: \`winnow stop\` it first`);
  return was;
}

const reasonOf = (id: string): string => `a load of the dump ${id} has not ended: load it again`;

function isBeingLoaded({ pause }: Job, id: string): boolean {
  return pause?.reason === reasonOf(id);
}

async function jobEntry(
  source: DumpSource,
  parts: readonly DumpPart[],
  name: string,
): Promise<HeadOf<'job'>> {
  for (const part of parts.filter((one) => isPut(one, ['job'])))
    for await (const { head } of source.entries(part))
      if (head.kind === 'job' && head.job === name) return head;
  throw new WinnowError('corrupt', `the dump lacks the settings of job ${name}: nothing of it can be loaded`);
}

/** Makes the job, stopped and empty, or finds how far an earlier load of this dump has come. @returns the parts that are done */
async function prepare(
  ports: LoadPorts,
  { is, settings }: HeadOf<'job'>,
  { id, isReplacing }: { readonly id: string; readonly isReplacing: boolean },
): Promise<number> {
  const { jobs, jobEraser, clock } = ports;
  const known = await readNote(ports, is.name);
  const stopped = {
    state: 'stopped',
    pause: { reason: reasonOf(id), at: clock.now(), by: 'command' },
  } as const;
  if (isReplacing) {
    const marked = await changeJob(ports, is.name, (was) =>
      isBeingLoaded(was, id) ? was : { ...was, ...stopped },
    );
    if (known?.dump === id && known.isWhole === undefined) return known.parts;
    while ((await jobEraser.eraseSome(marked, erasedAtOnce)) > 0);
  }
  const config = await jobs.putSettings(settings);
  const next = { ...withoutPlaces(is), config, ...stopped };
  if (isReplacing) await changeJob(ports, is.name, () => next);
  else if (!(await jobs.put(undefined, next)))
    throw new WinnowError('locked', `job ${is.name} was made meanwhile: load again`);
  await noteProgress(ports, is.name, { dump: id, parts: 0 });
  return 0;
}

/** Passes over hosts begin anew: their place is one of the store that they were in. */
function withoutPlaces({ pause: _, again, judge, tasks, ...job }: Job): Job {
  return {
    ...job,
    ...(again !== undefined && { again: withoutCursor(again) }),
    ...(judge !== undefined && { judge: withoutCursor(judge) }),
    ...(tasks !== undefined && { tasks: tasks.map(withoutCursor) }),
  };
}

function withoutCursor<T extends { readonly cursor?: string }>({ cursor: _, ...rest }: T): Omit<T, 'cursor'> {
  return rest;
}

function asLoaded({ pause: stopped, ...job }: Job, { state, pause }: Job, begunAt: number): Job {
  const at = new Date(begunAt).toISOString().slice(0, 16);
  if (state === 'open' || state === 'draining') {
    const reason = `loaded from a dump of ${at}`;
    return { ...job, state: 'paused', pause: { reason, at: stopped?.at ?? 0, by: 'command' } };
  }
  return { ...job, state, ...defined({ pause }) };
}

async function readNote({ jobs }: LoadPorts, name: string): Promise<LoadNote | undefined> {
  const note = await jobs.note(name, noteName);
  return note && readStoredObject<LoadNote>(note.text);
}

async function noteProgress({ jobs }: LoadPorts, name: string, next: LoadNote): Promise<void> {
  const was = (await jobs.note(name, noteName))?.version ?? 0;
  if (await jobs.putNote(name, noteName, was, JSON.stringify(next))) return;
  throw new WinnowError('locked', `job ${name} is being loaded by another process, too`);
}
