import { defined } from '../../base/defined.ts';

/** What ends a stage: the first limit that is reached. */
export interface Objectives {
  /** Whose counts they are: each site's own, or the sums of the job. */
  readonly of: 'site' | 'job';
  readonly pages?: number;
  readonly relevant?: number;
  /** Loads, whatever came of them. */
  readonly targets?: number;
  readonly timeMs?: number;
  /** Of so many pages loaded in a row, less than this share was relevant. */
  readonly yield?: { readonly below: number; readonly over: number };
}

/** What a stage has come to. */
export interface StageCounts {
  /** Pages that were parsed. */
  readonly pages: number;
  readonly relevant: number;
  readonly targets: number;
  /** Since it began. */
  readonly timeMs: number;
  /** The counts at which the present window of `yield` began. */
  readonly window: YieldWindow;
}

export interface YieldWindow {
  readonly pages: number;
  readonly relevant: number;
}

/** What became of the objectives: reached, or the window in which the yield is measured from now on. */
export type StageProgress =
  | { readonly kind: 'reached'; readonly why: string }
  | { readonly kind: 'open'; readonly window: YieldWindow };

/** Whether a stage has reached an objective, in words. */
export function progressOf(objectives: Objectives, counts: StageCounts): StageProgress {
  const { pages, relevant, targets, timeMs } = counts;
  const limits = [
    [pages, objectives.pages, 'pages'],
    [relevant, objectives.relevant, 'relevant pages'],
    [targets, objectives.targets, 'targets tried'],
  ] as const;
  for (const [now, limit, name] of limits)
    if (limit !== undefined && now >= limit) return { kind: 'reached', why: `${now} ${name}, of ${limit}` };
  if (objectives.timeMs !== undefined && timeMs >= objectives.timeMs)
    return {
      kind: 'reached',
      why: `${Math.round(timeMs / 1_000)} seconds, of ${Math.round(objectives.timeMs / 1_000)}`,
    };
  return yieldProgress(objectives, counts);
}

function yieldProgress({ yield: rule }: Objectives, { pages, relevant, window }: StageCounts): StageProgress {
  const measured = pages - window.pages;
  if (rule === undefined || measured < rule.over) return { kind: 'open', window };
  const found = relevant - window.relevant;
  if (found >= rule.below * measured) return { kind: 'open', window: { pages, relevant } };
  return {
    kind: 'reached',
    why: `${found} relevant among the last ${measured} pages, less than ${rule.below * 100} %`,
  };
}

/** Objectives without `of`. */
export function limitsOf({
  pages,
  relevant,
  targets,
  timeMs,
  yield: share,
}: Objectives): Omit<Objectives, 'of'> {
  return defined({ pages, relevant, targets, timeMs, yield: share });
}

export function hasObjective(objectives: Objectives): boolean {
  return Object.keys(limitsOf(objectives)).length > 0;
}
