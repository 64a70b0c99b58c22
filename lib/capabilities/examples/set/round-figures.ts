import type { ExampleRound } from './job-examples.ts';
import type { ListablePage } from './listable-page.ts';

/** What a round has brought so far. */
export interface RoundFigures extends Pick<ExampleRound, 'number' | 'begunAt' | 'learner' | 'accuracy'> {
  /** Examples that its topic was learnt of. */
  readonly in: number;
  readonly out: number;
  readonly unlabelled: number;
  /** From its beginning to its last page, ms. */
  readonly ms: number;
  /** Pages that were visited first in it, and those of them that are on topic by the last verdict on each. */
  readonly fetched: number;
  readonly relevant: number;
  /** The part of them that is on topic; absent: none was judged. */
  readonly harvest?: number;
  /** On-topic pages by class. */
  readonly byClass: Readonly<Record<string, number>>;
}

/** What stands for a class where a page has none. */
const noClass = 'no class';

/** A page counts for the round in which it was visited first. */
export function openRoundFigures(rounds: readonly ExampleRound[]): {
  add(page: ListablePage): void;
  figures(): readonly RoundFigures[];
} {
  const counts = rounds.map((round) => ({
    round,
    last: round.begunAt,
    fetched: 0,
    judged: 0,
    byClass: new Map<string, number>(),
  }));
  return {
    add({ at, relevance, best = noClass }) {
      const count = counts.findLast(({ round }) => round.begunAt <= at);
      if (count === undefined) return;
      count.fetched += 1;
      count.last = Math.max(count.last, at);
      if (relevance === undefined) return;
      count.judged += 1;
      if (relevance >= 0.5) count.byClass.set(best, (count.byClass.get(best) ?? 0) + 1);
    },
    figures: () =>
      counts.map(({ round, last, fetched, judged, byClass }) => {
        const relevant = [...byClass.values()].reduce((sum, pages) => sum + pages, 0);
        const { number, begunAt, learner, accuracy } = round;
        return {
          ...{ number, begunAt, in: round.in, out: round.out, unlabelled: round.unlabelled },
          ...(learner === undefined ? {} : { learner }),
          ...(accuracy === undefined ? {} : { accuracy }),
          ...{ ms: last - begunAt, fetched, relevant },
          ...(judged === 0 ? {} : { harvest: relevant / fetched }),
          byClass: Object.fromEntries([...byClass].sort()),
        };
      }),
  };
}
