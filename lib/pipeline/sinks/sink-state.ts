import { WinnowError } from '../../base/error.ts';
import { printable } from '../../base/printable.ts';
import { shortName } from '../../domain/collection/short-name.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { SinkSettings } from '../../domain/sinks/sink-settings.ts';
import type { Ports } from '../../ports/ports.ts';
import type { FeedMark } from './feed-mark.ts';

/** What holds a sink up. */
export interface SinkTrouble {
  /** `config`: somebody has to mend something first. */
  readonly code: 'unavailable' | 'config';
  readonly says: string;
  /** Epoch ms of the first failure in a row, and of the next try. */
  readonly since: number;
  readonly nextAt: number;
  readonly tries: number;
}

/** How far a sink has come. Whoever pushes and whoever orders something change it by version. */
export interface SinkState {
  readonly to: string;
  /** Of the settings that it began with. */
  readonly settings: string;
  readonly generation: number;
  /** Counted up whenever it begins anew: what was pushed under an earlier number does not count. */
  readonly beginning: number;
  readonly mark: FeedMark;
  readonly pushed: number;
  readonly removed: number;
  /** How often its target refused a change. Absent: never. */
  readonly refusals?: number;
  /** Epoch ms of the last change that the target took. */
  readonly at?: number;
  /** Readers of the target do not see this generation yet. */
  readonly isBuilding?: true;
  readonly isPaused?: true;
  /** What was set aside is to be sent again. */
  readonly resends?: true;
  readonly trouble?: SinkTrouble;
}

type Jobs = Pick<Ports, 'jobs'>;

const noteOf = (name: string): string => `sink-${name}`;
/** How often a change is made anew when somebody else's came first. */
export const attempts = 50;
const mostWords = 500;

/** @throws WinnowError `corrupt` */
export async function readSinkState(
  { jobs }: Jobs,
  job: string,
  name: string,
): Promise<SinkState | undefined> {
  const note = await jobs.note(job, noteOf(name));
  return note === undefined ? undefined : stateIn(note.text, name);
}

function stateIn(text: string, name: string): SinkState {
  try {
    return JSON.parse(text) as SinkState;
  } catch (cause) {
    throw new WinnowError(
      'corrupt',
      `what is stored of the sink ${name} is no JSON: \`winnow sinks reset ${name}\``,
      { cause },
    );
  }
}

/** A sink of a job that its settings do not name. */
export type UnnamedSink = (job: string) => SinkSettings;

/** Whether something is stored of a sink that settings do not name: only then there is one. */
export async function isBegun(ports: Jobs, job: string, name: string): Promise<boolean> {
  const state = await readSinkState(ports, job, name).catch(() => undefined);
  return state !== undefined;
}

interface Place {
  readonly ports: Jobs;
  settings(job: string): Promise<JobSettings>;
  readonly unnamedSink?: UnnamedSink;
}

/** The sinks of a job that are fed: those of its settings, and the one that they do not name. */
export async function sinksOfJob(
  { ports, settings, unnamedSink }: Place,
  job: string,
): Promise<{ readonly sinks: readonly SinkSettings[] }> {
  const { sinks = [] } = await settings(job);
  const own = unnamedSink?.(job);
  return { sinks: own !== undefined && (await isBegun(ports, job, own.name)) ? [...sinks, own] : sinks };
}

/**
 * Changes the state of a sink, whatever others do to it meanwhile.
 * @param change undefined leaves it as it is
 * @returns the state that is stored now @throws WinnowError `unavailable` when others are faster again and again
 */
export async function changeSinkState(
  ports: Jobs,
  job: string,
  name: string,
  change: (was: SinkState | undefined) => SinkState | undefined,
): Promise<SinkState | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const note = await ports.jobs.note(job, noteOf(name));
    const was = note === undefined ? undefined : readable(note.text, name);
    const next = change(was);
    if (next === undefined) return was;
    if (await ports.jobs.putNote(job, noteOf(name), note?.version ?? 0, JSON.stringify(next))) return next;
  }
  throw new WinnowError('unavailable', `the sink ${name} is being changed by others; try again`);
}

/** What cannot be read is begun anew. */
function readable(text: string, name: string): SinkState | undefined {
  try {
    return stateIn(text, name);
  } catch {
    return undefined;
  }
}

/**
 * The state of a sink at its beginning.
 * @param was of the same name, with a target of another type: what an earlier one of this type was handed is not taken for whole
 */
export function firstState(to: string, settings: string, was?: SinkState): SinkState {
  if (was !== undefined) return { ...begunAnew(was, settings, true), to };
  const none = { pushed: 0, removed: 0, mark: {} };
  return { to, settings, generation: 1, beginning: 1, ...none };
}

/** The same sink from the beginning of the feed. @param isNew what is there already is not touched until it has caught up */
export function begunAnew(was: SinkState, settings: string, isNew: boolean): SinkState {
  const { to, generation, beginning, isPaused } = was;
  return {
    ...firstState(to, settings),
    generation: isNew ? generation + 1 : generation,
    beginning: beginning + 1,
    ...(isNew || was.isBuilding ? { isBuilding: true as const } : {}),
    ...(isPaused && { isPaused }),
  };
}

/**
 * What stands in place of a note of a job that is loaded from a dump: its feed has other places now, and its targets may have what the
 * dump lacks, so that each sink fills a new generation.
 * @param now epoch ms of the load
 * @returns undefined: it means nothing there
 */
export function loadedNote(name: string, text: string, now: number): string | undefined {
  const [, sink, detail] = /^sink-([^.]+)(\..+)?$/.exec(name) ?? [];
  if (sink === undefined) return text;
  if (detail !== undefined) return undefined;
  const was = readable(text, sink);
  return was && JSON.stringify(loaded(was, was.settings, now));
}

/** Has a sink of a job that is loaded fill a new generation, also one of which the dump knows nothing: its target may. */
export async function beginLoaded(
  { jobs, clock }: Jobs & Pick<Ports, 'clock'>,
  job: string,
  sink: SinkSettings,
): Promise<void> {
  const { name, to } = sink;
  const settings = settingsMark(sink);
  const state = loaded(firstState(to, settings), settings, clock.now());
  const was = await jobs.note(job, noteOf(name));
  await jobs.putNote(job, noteOf(name), was?.version ?? 0, JSON.stringify(state));
}

/** Between the dump and the load the sink may have begun any number of times: its numbers are those of the second, which are larger. */
function loaded(was: SinkState, settings: string, now: number): SinkState {
  const next = begunAnew(was, settings, true);
  const later = (number: number): number => Math.max(number, Math.floor(now / 1_000));
  return { ...next, generation: later(next.generation), beginning: later(next.beginning) };
}

/** Stands for what a target has to agree with: another one makes a rebuild necessary. */
export function settingsMark({ to, where, settings }: SinkSettings): string {
  return shortName(JSON.stringify([to, where, settings]));
}

/** What a failure says, as it is stored and shown. */
export function faultText(error: unknown): string {
  const text = printable(error instanceof Error ? error.message : String(error));
  return text.length > mostWords ? `${text.slice(0, mostWords)}…` : text;
}
