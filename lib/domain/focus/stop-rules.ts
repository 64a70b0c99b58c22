import { type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { count, number, onlyInFile, seconds } from '../../base/setting-kinds/setting.ts';

/** When a crawl stops by itself. */
export const stopSection = section(
  'When the crawl stops by itself. The first limit that is reached pauses the job, within one turn of each host at work; `winnow status` names the limit. After `winnow continue` all limits count anew. See [focus.md](focus.md).',
  {
    pages: count(1, 1_000_000_000, undefined, {
      description: 'Pages fetched, whatever came of them. Without it: no limit.',
      unit: 'pages',
      example: 100_000,
    }),
    bytes: count(1, 1_000_000_000_000_000, undefined, {
      description: 'Decoded bytes of all answers. Without it: no limit.',
      unit: 'bytes',
      example: 10_000_000_000,
    }),
    time: seconds(1, 315_360_000, undefined, {
      description: 'Time for which the crawl ran; pauses are not counted. Without it: no limit.',
      example: 86_400,
    }),
    dollars: number(0.0001, 1_000_000, undefined, {
      description:
        'What AWS bills for the crawl by list prices, without storage. Means nothing on one machine. Without it: no limit.',
      unit: 'dollars',
      example: 5,
    }),
    harvestRate: onlyInFile(
      number(0.0001, 1, undefined, {
        description:
          'The crawl stops when less than this part of the last `harvestOver` judged pages was kept. Without it: no limit.',
        unit: 'of the pages',
        example: 0.05,
      }),
    ),
    harvestOver: onlyInFile(
      count(20, 1_000_000, 500, {
        description: 'Over how many pages `harvestRate` is taken.',
        unit: 'pages',
        why: 'Over 500 pages a rate of 5 % is known to within 2 %.',
      }),
    ),
  },
);

/** When a crawl is to stop by itself; what is absent does not stop it. */
export interface StopSettings extends SettingsOf<typeof stopSection.keys> {
  /** Of so many pages judged last, less than this part was kept. */
  readonly harvest?: { readonly below: number; readonly over: number };
}

export type StopRule = keyof StopSettings;

/** What a crawl has come to since it was opened, as far as rules ask for it. */
export interface Spending {
  readonly pages: number;
  readonly bytes: number;
  readonly timeMs: number;
  /** Undefined where nothing is billed. */
  readonly dollars?: number;
  /** Of the last pages that the rule asks for; undefined while there are fewer. */
  readonly harvest?: number;
}

/** How far a crawl is from a limit. */
export interface StopProgress {
  readonly rule: StopRule;
  /** As job.yaml calls it, with the limit: in pages, bytes, ms, dollars, or the part of pages kept. */
  readonly limit: number;
  /** Undefined where it is not known, or means nothing. */
  readonly now: number | undefined;
  readonly reached: boolean;
}

/** The rules of a job, each with how far the crawl is. */
export function stopProgress(rules: StopSettings, spent: Spending): readonly StopProgress[] {
  const limits = (['pages', 'bytes', 'timeMs', 'dollars'] as const).flatMap((rule): StopProgress[] => {
    const limit = rules[rule];
    const now = spent[rule];
    return limit === undefined ? [] : [{ rule, limit, now, reached: now !== undefined && now >= limit }];
  });
  if (rules.harvest === undefined) return limits;
  const { below: limit } = rules.harvest;
  const { harvest: now } = spent;
  return [...limits, { rule: 'harvest', limit, now, reached: now !== undefined && now < limit }];
}

/** Why a job stops, for people; undefined when no rule is reached. */
export function stopReason(rules: StopSettings, spent: Spending): string | undefined {
  const reached = stopProgress(rules, spent).find((one) => one.reached);
  return (
    reached && `stop.${reached.rule === 'timeMs' ? 'time' : reached.rule}: ${reachedText(rules, reached)}`
  );
}

function reachedText(rules: StopSettings, { rule, limit, now = 0 }: StopProgress): string {
  switch (rule) {
    case 'pages':
      return `${now} pages are fetched, of ${limit}`;
    case 'bytes':
      return `${now} bytes came, of ${limit}`;
    case 'timeMs':
      return `the crawl ran for ${Math.round(now / 1_000)} seconds, of ${Math.round(limit / 1_000)}`;
    case 'dollars':
      return `$${now.toFixed(4)} are spent, of $${limit}`;
    case 'harvest':
      return `of the last ${rules.harvest?.over} pages ${percent(now)} were kept, less than ${percent(limit)}`;
  }
}

function percent(part: number): string {
  return `${Math.round(part * 1_000) / 10} %`;
}
