import { readStoredObject } from '../../base/stored-json.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import {
  firstStage,
  goOn,
  type JobStage,
  noSums,
  passStages,
  type StageSums,
} from '../../domain/strategy/job-stage.ts';
import type { Strategy } from '../../domain/strategy/strategy.ts';
import { strategyIn } from '../../domain/strategy/strategy-settings.ts';
import { strategyVersion } from '../../domain/strategy/strategy-version.ts';
import type { Tally } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type OwnPause, pauseByItself } from '../job/pause-by-itself.ts';
import type { OwedStages } from '../turn/stage-loads.ts';
import type { TurnReport } from '../turn/turn-report.ts';

type Staging = Pick<Ports, 'jobs' | 'commands' | 'clock'>;

const noteName = 'stages';
/** The sheet of a job that adds up what its sites came to, by version of the strategy and stage. */
const sheet = 'strategy';
const counted = ['pages', 'relevant', 'targets'] as const;

interface NotedStage extends JobStage {
  /** The stop of the job, whose last stage is over; until somebody opens the job again. */
  readonly stop?: Pick<OwnPause, 'requestId' | 'reason'>;
}

/** Where the stages of a job stand, as written down last. */
export async function jobStageOf(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  strategy: Strategy,
): Promise<NotedStage & { readonly noted: number }> {
  const note = await jobs.note(job, noteName);
  const stored = note && readStoredObject<NotedStage>(note.text);
  const version = strategyVersion(strategy);
  const noted = note?.version ?? 0;
  // A damaged note begins anew: the counts, which are kept apart, lead to the same stage.
  if (stored?.version !== version || !Array.isArray(stored.ended)) return { ...firstStage(version), noted };
  return { ...stored, noted };
}

/**
 * Adds what a committed turn came to in its stages, once, however often the turn is published: its mark stands in the sums
 * until `countStages` has the report of the turn, or until the next turn of the host is counted, if its worker died before.
 */
export async function addLoads(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  { loads, mark, was }: OwedStages,
): Promise<void> {
  const add: Record<string, number> = {};
  for (const one of loads) for (const what of counted) add[keyOf(one.version, one.stage, what)] = one[what];
  await jobs.tally(job, sheet, add, { once: mark, drop: was === undefined ? [] : [was] });
}

/** Looks at the sums of a job after some of its turns. @returns why the job stops; undefined: it goes on */
export async function countStages(
  ports: Staging,
  settings: Pick<JobSettings, 'name' | 'strategy'>,
  reports: readonly Pick<TurnReport, 'stageMark'>[],
): Promise<string | undefined> {
  const { name } = settings;
  const strategy = strategyIn(settings);
  const drop = reports.flatMap(({ stageMark }) => stageMark ?? []);
  if (strategy === undefined || drop.length === 0) return undefined;
  return await pass(ports, name, strategy, await ports.jobs.tally(name, sheet, {}, { drop }));
}

/** Ends a stage whose time is over. @returns why the job stops; undefined: it goes on */
export async function timeStages(
  ports: Staging,
  settings: Pick<JobSettings, 'name' | 'strategy'>,
): Promise<string | undefined> {
  const { name } = settings;
  const strategy = strategyIn(settings);
  const isTimed = strategy?.stages.some(
    ({ objectives: { of, timeMs } }) => of === 'job' && timeMs !== undefined,
  );
  if (strategy === undefined || isTimed !== true) return undefined;
  return await pass(ports, name, strategy, await ports.jobs.tally(name, sheet, {}));
}

/** What the sites of a job have come to, by stage. */
export async function stageSums(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  strategy: Strategy,
): Promise<ReadonlyMap<number, StageSums>> {
  return sumsIn(strategy, await jobs.tally(job, sheet, {}));
}

async function pass(
  ports: Staging,
  job: string,
  strategy: Strategy,
  tally: Tally,
): Promise<string | undefined> {
  const { noted, ...before } = await jobStageOf(ports, job, strategy);
  if (before.stop !== undefined) return await stop(ports, job, before.stop);
  const now = ports.clock.now();
  const sums = sumsIn(strategy, tally);
  const after = passStages(strategy, before, sums, now);
  if (after === before) return undefined;
  const isOver = after.stage >= strategy.stages.length;
  const last = after.ended.at(-1);
  const reason = `strategy: the last stage, ${last?.name}, is over: ${last?.why}`;
  const next: NotedStage = isOver
    ? { ...goOn(strategy, after, sums, now), stop: { requestId: `strategy-${job}-${now}`, reason } }
    : after;
  // If another process has written first, it has seen as much, and stops the job itself.
  if (!(await ports.jobs.putNote(job, noteName, noted, JSON.stringify(next)))) return undefined;
  return next.stop && (await stop(ports, job, next.stop));
}

/** Pauses a job whose stop is noted, at each look until it is paused: whoever noted it may have died. */
async function stop(
  ports: Staging,
  job: string,
  noted: NonNullable<NotedStage['stop']>,
): Promise<string | undefined> {
  if ((await ports.jobs.job(job))?.state !== 'open') return undefined;
  await pauseByItself(ports, job, { ...noted, by: 'rule' });
  return noted.reason;
}

/** How often the note is written again after a lost race for it. */
const attempts = 5;

/** Called before a job is opened again: the stop of its strategy, if there was one, is over. */
export async function endStop({ jobs }: Pick<Ports, 'jobs'>, job: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const note = await jobs.note(job, noteName);
    const { stop: noted, ...stage } = (note && readStoredObject<NotedStage>(note.text)) ?? {};
    if (note === undefined || noted === undefined) return;
    if (await jobs.putNote(job, noteName, note.version, JSON.stringify(stage))) return;
  }
}

function sumsIn(strategy: Strategy, tally: Tally): ReadonlyMap<number, StageSums> {
  const version = strategyVersion(strategy);
  return new Map(
    strategy.stages.map((_, stage) => {
      const sums = { ...noSums };
      for (const what of counted) sums[what] = tally[keyOf(version, stage, what)] ?? 0;
      return [stage, sums] as const;
    }),
  );
}

function keyOf(version: string, stage: number, what: (typeof counted)[number]): string {
  return `v${version}s${stage}${what}`;
}
