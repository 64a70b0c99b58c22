import type { Score } from '../trap-web/score.ts';

/** Where the fetches of a crawl of a web went, traps that say something new on every page counted apart. */
export interface FetchShares {
  readonly web: string;
  readonly fetches: number;
  readonly trapped: number;
  /** Of the fetches outside of traps that say something new, and of what is poor but has an end. */
  readonly share: number;
  /** Fetches in vain of what has an end: folders of dead links. */
  readonly finite: number;
  /** Fetches in each trap that says something new on every page. */
  readonly endless: readonly number[];
  readonly lost: number;
  readonly honest: number;
}

export function fetchShares({ web, fetches, sections, found, total }: Score): FetchShares {
  const endless = sections.filter(({ shape }) => shape.startsWith('new ')).map(({ trapped }) => trapped);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const finite = sum(sections.filter(({ shape }) => shape.startsWith('dead ')).map((one) => one.trapped));
  const trapped = sum(sections.map((one) => one.trapped)) - sum(endless) - finite;
  const judged = fetches - sum(endless) - finite;
  return {
    web,
    fetches,
    trapped,
    share: judged === 0 ? 0 : trapped / judged,
    finite,
    endless,
    lost: total - found,
    honest: total,
  };
}

/** The value below which a share of all lie. @param values not empty */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}
