import type { Score } from '../trap-web/score.ts';

/** Where the fetches of a crawl of a web went, traps that say something new on every page counted apart. */
export interface FetchShares {
  readonly web: string;
  readonly fetches: number;
  readonly trapped: number;
  /** Of the fetches outside of traps that say something new. */
  readonly share: number;
  /** Fetches in each trap that says something new on every page. */
  readonly endless: readonly number[];
  readonly lost: number;
  readonly honest: number;
}

export function fetchShares({ web, fetches, sections, found, total }: Score): FetchShares {
  const endless = sections.filter(({ shape }) => shape.startsWith('new ')).map(({ trapped }) => trapped);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const trapped = sum(sections.map((one) => one.trapped)) - sum(endless);
  const judged = fetches - sum(endless);
  return {
    web,
    fetches,
    trapped,
    share: judged === 0 ? 0 : trapped / judged,
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
