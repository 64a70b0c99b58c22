import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import { changeJob } from '../../pipeline/job/open-job.ts';
import { beginLoaded } from '../../pipeline/sinks/sink-state.ts';
import type { Job } from '../../ports/jobs.ts';
import type { HeadOf } from './entry.ts';
import {
  type DumpSource,
  entriesOf,
  type JobLoad,
  type LoadOptions,
  type LoadPorts,
  partsOf,
} from './loading.ts';
import { putParts } from './put-parts.ts';
import { takeOut } from './take-out.ts';

/** How far a load has come, as the job's note says it. */
interface LoadNote {
  readonly dump: string;
  /** Parts of the job that need not be read again. */
  readonly parts: number;
  readonly isWhole?: true;
}

const noteName = 'load';
const erasedAtOnce = 500;

/**
 * Loads a job whole. It is stopped until all is there, and paused then, unless it was not open when it was dumped: whoever goes on with it
 * says so, when the crawl that it is a copy of has ended.
 * @throws WinnowError `usage` for a job that is there and is not to be replaced, or is open
 */
export async function loadJob(
  ports: LoadPorts,
  source: DumpSource,
  name: string,
  options: LoadOptions,
): Promise<JobLoad> {
  const { id, begunAt } = source.manifest;
  const { how, dryRun, signal } = options;
  const parts = partsOf(source, name);
  const was = await mayLoad(ports, name, { id, isReplacing: how === 'replace' });
  if (dryRun) return { job: name, entries: entriesOf(parts), state: was?.state ?? 'paused', isWhole: true };
  const dumped = await jobEntry(source, name);
  const isOver = was !== undefined || how === 'replace';
  const begun = await prepare(ports, source, dumped, { isThere: was !== undefined, isOver, signal });
  const takenOut = defined({ takenOut: begun.takenOut });
  if (begun.done === undefined)
    return { job: name, entries: {}, ...takenOut, state: 'stopped', isWhole: false };
  const put = await putParts(
    ports,
    source,
    {
      ...{ job: name, done: begun.done },
      isMeant: ({ head }) => head.kind !== 'job',
      reached: (done) => noteProgress(ports, name, { dump: id, parts: done }),
    },
    options,
  );
  if (!put.isWhole) return { job: name, ...put, ...takenOut, state: 'stopped' };
  await noteProgress(ports, name, { dump: id, parts: parts.length, isWhole: true });
  const { state } = await changeJob(ports, name, (stopped) => asLoaded(stopped, dumped.is, begunAt));
  return { job: name, ...put, ...takenOut, state };
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

async function jobEntry(source: DumpSource, name: string): Promise<HeadOf<'job'>> {
  for (const part of partsOf(source, name, ['job']))
    for await (const { head } of source.entries(part))
      if (head.kind === 'job' && head.job === name) return head;
  throw new WinnowError('corrupt', `the dump lacks the settings of job ${name}: nothing of it can be loaded`);
}

/** How far a load has come before the parts are put. */
interface Begun {
  /** The parts that are put already; absent: what was there is not gone yet. */
  readonly done?: number;
  readonly takenOut?: number;
}

interface Beginning {
  readonly isThere: boolean;
  /** There may be something of the job, whether the job is there or not. */
  readonly isOver: boolean;
  readonly signal: AbortSignal;
}

/** Makes the job, stopped and empty, or finds how far an earlier load of this dump has come. */
async function prepare(
  ports: LoadPorts,
  source: DumpSource,
  { is, settings }: HeadOf<'job'>,
  { isThere, isOver, signal }: Beginning,
): Promise<Begun> {
  const { jobs, jobEraser, clock } = ports;
  const { id } = source.manifest;
  const known = await readNote(ports, is.name);
  const stopped = {
    state: 'stopped',
    pause: { reason: reasonOf(id), at: clock.now(), by: 'command' },
  } as const;
  if (isThere) {
    const marked = await changeJob(ports, is.name, (was) =>
      isBeingLoaded(was, id) ? was : { ...was, ...stopped },
    );
    if (known?.dump === id && known.isWhole === undefined) return { done: known.parts };
    while (!signal.aborted && (await jobEraser.eraseSome(marked, erasedAtOnce)) > 0);
  }
  const takenOut = isOver ? await takeOut(ports, source, is.name, signal) : undefined;
  if (signal.aborted) return defined({ takenOut });
  const config = await jobs.putSettings(settings);
  const next = { ...withoutPlaces(is), config, ...stopped };
  if (isThere) await changeJob(ports, is.name, () => next);
  else if (!(await jobs.put(undefined, next)))
    throw new WinnowError('locked', `job ${is.name} was made meanwhile: load again`);
  for (const sink of settings.sinks ?? []) await beginLoaded(ports, is.name, sink);
  await noteProgress(ports, is.name, { dump: id, parts: 0 });
  return { done: 0, ...defined({ takenOut }) };
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
