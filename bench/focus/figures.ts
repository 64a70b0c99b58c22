import type { Likeness } from '../../lib/capabilities/replay/likeness.ts';
import { isInCorner, isOn, type WebPage } from './corpus.ts';
import type { Line } from './plot.ts';

/** What a crawl brought: of its n-th counted fetches how many were relevant so far. */
export type Curve = readonly number[];

export const marks = [100, 300, 600] as const;

/** At a mark, or where the crawl ended before it. */
export function foundAt(curve: Curve, mark: number): number {
  return curve[Math.min(mark, curve.length) - 1] ?? 0;
}

export interface Result {
  readonly topic: string;
  readonly draw: number;
  readonly seeds: 'topic' | 'any';
  readonly policy: string;
  readonly curve: Curve;
  /** Relevant pages that could have been found. */
  readonly relevant: number;
  /** Of the n-th counted fetch: on how many hosts, without those of the seeds, a relevant page was found so far. */
  readonly hosts: Curve;
  /** Processor time that the crawl took. */
  readonly cpuMs: number;
  /** Its order beside that of one queue, where it was crawled so too. */
  readonly likeness?: Likeness;
  /** What half of the folder of the topic cost, where all is one site. */
  readonly corner?: Corner;
}

/** Fetches until half of a folder was fetched, and pages off topic outside of it among them. */
export interface Corner {
  readonly fetches: number;
  readonly elsewhere: number;
}

/** Undefined: half of the folder was not fetched. */
export function cornerOf(
  fetched: readonly WebPage[],
  pages: readonly WebPage[],
  topic: string,
): Corner | undefined {
  const half = Math.round(pages.filter((page) => isInCorner(topic, page)).length / 2);
  let [inside, elsewhere] = [0, 0];
  for (const [i, page] of fetched.entries()) {
    if (isInCorner(topic, page)) inside++;
    else if (!isOn(topic, page)) elsewhere++;
    if (inside === half) return { fetches: i + 1, elsewhere };
  }
  return undefined;
}

export interface Row {
  readonly policy: string;
  /** At the marks: relevant pages, new hosts that have one, the part of all pages that there are, the share of what the oracle found. */
  readonly found: readonly number[];
  readonly hosts: readonly number[];
  readonly recall: readonly number[];
  readonly share: readonly number[];
  /** Times what breadth-first found at the first mark, of the sums over all crawls. */
  readonly timesBreadthFirst: number;
  /** The same as the mean over the topics, of the sums over their draws. */
  readonly meanTimes: number;
  /** Where the crawl ended: counted fetches, the part of the relevant pages that it found, the part of its fetches that were not relevant. */
  readonly end: { readonly fetches: number; readonly recall: number; readonly wasted: number };
}

/** Means over the topics, of the means over their draws. */
export function rowsOf(results: readonly Result[]): readonly Row[] {
  const names = [...new Set(results.map(({ policy }) => policy))];
  const keyOf = ({ topic, draw }: Result): string => `${topic} ${draw}`;
  const named = (policy: string) =>
    new Map(results.filter((one) => one.policy === policy).map((one) => [keyOf(one), one]));
  const [best, plain] = [named('oracle'), named('breadth-first')];
  return names.map((policy): Row => {
    const own = results.filter((one) => one.policy === policy);
    const mean = (value: (result: Result) => number): number => {
      const topics = [...Map.groupBy(own, ({ topic }) => topic).values()];
      return average(topics.map((some) => average(some.map(value))));
    };
    const sum = (some: Iterable<Result>): number =>
      [...some].reduce((total, { curve }) => total + foundAt(curve, marks[0]), 0);
    return {
      policy,
      found: marks.map((mark) => mean(({ curve }) => foundAt(curve, mark))),
      hosts: marks.map((mark) => mean(({ hosts }) => foundAt(hosts, mark))),
      end: {
        fetches: mean(({ curve }) => curve.length),
        recall: mean(({ curve, relevant }) => (curve.at(-1) ?? 0) / relevant),
        wasted: mean(({ curve }) => 1 - (curve.at(-1) ?? 0) / Math.max(1, curve.length)),
      },
      recall: marks.map((mark) => mean(({ curve, relevant }) => foundAt(curve, mark) / relevant)),
      share: marks.map((mark) =>
        mean(
          (one) => foundAt(one.curve, mark) / Math.max(1, foundAt(best.get(keyOf(one))?.curve ?? [], mark)),
        ),
      ),
      timesBreadthFirst: sum(own) / Math.max(1, sum(plain.values())),
      meanTimes: average(
        [...Map.groupBy(own, ({ topic }) => topic)].map(
          ([topic, some]) =>
            sum(some) / Math.max(1, sum([...plain.values()].filter((one) => one.topic === topic))),
        ),
      ),
    };
  });
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Harvest rates of each policy, thin over the last 100 fetches, thick over the last 1,000. */
export function harvestLines(results: readonly Result[]): readonly Line[] {
  return [...Map.groupBy(results, ({ policy }) => policy)].flatMap(([name, some], colour) => {
    const curves = some.map(({ curve }) => curve);
    return [
      { name, colour, values: harvestRates(curves, 100) },
      { name, colour, values: harvestRates(curves, 1_000), isThick: true },
    ];
  });
}

/** Means over all crawls of a policy whose order was compared. */
export function meanLikeness(results: readonly Result[]): Likeness | undefined {
  const all = results.flatMap(({ likeness }) => likeness ?? []);
  if (all.length === 0) return undefined;
  const mean = (key: keyof Likeness): number => average(all.map((one) => one[key]));
  return { common: mean('common'), spearman: mean('spearman'), kendall: mean('kendall') };
}

/**
 * Relevant pages among the last `width` counted fetches, as a part of them: the paper's figures 4 to 6. A crawl that has
 * ended finds no more: without it the mean would be of those that went well.
 */
export function harvestRates(curves: readonly Curve[], width: number): readonly number[] {
  const length = Math.max(...curves.map((curve) => curve.length));
  return Array.from({ length }, (_, at) => {
    const from = Math.max(0, at + 1 - width);
    const rates = curves.map((curve) => (foundBy(curve, at) - foundBy(curve, from - 1)) / (at + 1 - from));
    return average(rates);
  });
}

function foundBy(curve: Curve, at: number): number {
  return at < 0 ? 0 : (curve[at] ?? curve.at(-1) ?? 0);
}
