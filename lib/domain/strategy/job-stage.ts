import { hasObjective, progressOf, type YieldWindow } from './objectives.ts';
import type { Strategy } from './strategy.ts';

/** Where the stages of a job stand. */
export interface JobStage {
  /** Of the strategy. */
  readonly version: string;
  /** Index of the first stage that is not over for the whole job. */
  readonly stage: number;
  /** By the index of a stage: epoch ms at which something was counted in it first, and the window of its yield. */
  readonly began: Readonly<Record<string, number>>;
  readonly windows: Readonly<Record<string, YieldWindow>>;
  /** By the index of a stage: the counts from which its objectives count. */
  readonly base: Readonly<Record<string, StageSums>>;
  readonly ended: readonly EndedStage[];
}

export interface EndedStage {
  readonly name: string;
  /** Epoch ms. */
  readonly at: number;
  /** In words. */
  readonly why: string;
}

/** What the sites of a job have come to in one stage. */
export interface StageSums {
  readonly pages: number;
  readonly relevant: number;
  readonly targets: number;
}

export const noSums: StageSums = { pages: 0, relevant: 0, targets: 0 };

export function firstStage(version: string): JobStage {
  return { version, stage: 0, began: {}, windows: {}, base: {}, ended: [] };
}

/** Ended stages that are told. */
const mostEnded = 30;

/**
 * The state after a look at the counts: the same value when nothing has changed. A stage ends when the sums of the job
 * reach one of its objectives (`of: job`); then those before it are over too.
 */
export function passStages(
  { stages }: Strategy,
  before: JobStage,
  sums: ReadonlyMap<number, StageSums>,
  now: number,
): JobStage {
  let state = before;
  for (let at = state.stage; at < stages.length; at++) {
    const stage = stages[at];
    const counted = sums.get(at) ?? noSums;
    if (stage === undefined || (counted.targets === 0 && at !== state.stage)) continue;
    const key = String(at);
    if (state.began[key] === undefined) state = { ...state, began: { ...state.began, [key]: now } };
    if (stage.objectives.of !== 'job' || !hasObjective(stage.objectives)) continue;
    const base = state.base[key] ?? noSums;
    const window = state.windows[key] ?? base;
    const own = less(counted, base);
    const counts = { ...own, timeMs: now - (state.began[key] ?? now), window: less(window, base) };
    const progress = progressOf(stage.objectives, counts);
    if (progress.kind === 'reached') {
      const ended = [...state.ended, { name: stage.name, at: now, why: progress.why }].slice(-mostEnded);
      state = { ...state, stage: at + 1, ended };
    } else if (progress.window !== counts.window) {
      const next = {
        pages: progress.window.pages + base.pages,
        relevant: progress.window.relevant + base.relevant,
      };
      state = { ...state, windows: { ...state.windows, [key]: next } };
    }
  }
  return state;
}

/** The last stage again, its objectives counted from now on: after a person went on with a job that had done all. */
export function goOn(
  { stages }: Strategy,
  before: JobStage,
  sums: ReadonlyMap<number, StageSums>,
  now: number,
): JobStage {
  const stage = stages.length - 1;
  const key = String(stage);
  const base = sums.get(stage) ?? noSums;
  return {
    ...before,
    stage,
    began: { ...before.began, [key]: now },
    windows: { ...before.windows, [key]: base },
    base: { ...before.base, [key]: base },
  };
}

function less<T extends YieldWindow>(one: T, other: StageSums): T {
  const { pages, relevant } = one;
  const targets = 'targets' in one ? { targets: (one.targets as number) - other.targets } : {};
  return { ...one, pages: pages - other.pages, relevant: relevant - other.relevant, ...targets };
}
