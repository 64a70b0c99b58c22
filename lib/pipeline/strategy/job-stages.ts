import { readStoredObject } from '../../domain/base/stored-json.ts';
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
import { pauseByItself } from '../job/pause-by-itself.ts';
import type { TurnReport } from '../turn/turn-report.ts';

type Staging = Pick<Ports, 'jobs' | 'commands' | 'clock'>;

const noteName = 'stages';
/** The sheet of a job that adds up what its sites came to, by version of the strategy and stage. */
const sheet = 'strategy';
const counted = ['pages', 'relevant', 'targets'] as const;

/** Where the stages of a job stand, as written down last. */
export async function jobStageOf(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  strategy: Strategy,
): Promise<JobStage & { readonly noted: number }> {
  const note = await jobs.note(job, noteName);
  const stored = note && readStoredObject<JobStage>(note.text);
  const version = strategyVersion(strategy);
  const noted = note?.version ?? 0;
  // A damaged note begins anew: the counts, which are kept apart, lead to the same stage.
  if (stored?.version !== version || !Array.isArray(stored.ended)) return { ...firstStage(version), noted };
  return { ...stored, noted };
}

/** Adds what turns of a job came to in their stages. @returns why the job stops; undefined: it goes on */
export async function countStages(
  ports: Staging,
  settings: Pick<JobSettings, 'name' | 'strategy'>,
  reports: readonly Pick<TurnReport, 'stageLoads'>[],
): Promise<string | undefined> {
  const { name } = settings;
  const strategy = strategyIn(settings);
  const add: Record<string, number> = {};
  for (const { stageLoads } of reports) {
    for (const one of stageLoads ?? []) {
      for (const what of counted) {
        const key = keyOf(one.version, one.stage, what);
        if (one[what] > 0) add[key] = (add[key] ?? 0) + one[what];
      }
    }
  }
  if (strategy === undefined || Object.keys(add).length === 0) return undefined;
  return await pass(ports, name, strategy, await ports.jobs.tally(name, sheet, add));
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
  const now = ports.clock.now();
  const sums = sumsIn(strategy, tally);
  const after = passStages(strategy, before, sums, now);
  if (after === before) return undefined;
  const isOver = after.stage >= strategy.stages.length;
  const next = isOver ? goOn(strategy, after, sums, now) : after;
  // If another process has written first, it has seen as much, and stops the job itself.
  if (!(await ports.jobs.putNote(job, noteName, noted, JSON.stringify(next)))) return undefined;
  if (!isOver) return undefined;
  const last = after.ended.at(-1);
  const reason = `strategy: the last stage, ${last?.name}, is over: ${last?.why}`;
  await pauseByItself(ports, job, { requestId: `strategy-${job}-${now}`, by: 'rule', reason });
  return reason;
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
