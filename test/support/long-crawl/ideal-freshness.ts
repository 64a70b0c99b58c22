/**
 * The best that visits at even intervals can do, worked out by its definition and by nothing of what Winnow plans with: pages change
 * as Poisson processes of known rates, so one that is visited f times a day is fresh for f/r (1 − e^(−r/f)) of the time (Cho and
 * Garcia-Molina, ACM TODS 28(4), 2003); so many visits a day are shared out so that one more is worth the same everywhere.
 * @param rates changes a day of each page @returns the mean of the parts of the time for which pages are fresh
 */
export function idealFreshness(rates: readonly number[], visitsPerDay: number): number {
  const budget = visitsPerDay;
  const share = (worth: number) => rates.map((rate) => visitsAt(rate, worth));
  const worth = bisect((one) => share(one).reduce((sum, visits) => sum + visits, 0) > budget);
  const visits = share(worth);
  return rates.reduce((sum, rate, page) => sum + freshAt(rate, visits[page] ?? 0), 0) / rates.length;
}

function freshAt(rate: number, visits: number): number {
  return visits === 0 ? 0 : (visits / rate) * -Math.expm1(-rate / visits);
}

/** Visits a day of a page beyond which one more is worth less than so much: what it adds falls from 1/rate to 0. */
function visitsAt(rate: number, worth: number): number {
  const adds = (visits: number): number => {
    const x = rate / visits;
    return (1 - (1 + x) * Math.exp(-x)) / rate;
  };
  return worth * rate >= 1 ? 0 : bisect((visits) => adds(visits) > worth);
}

/** Where what holds of small numbers ends. */
function bisect(holds: (value: number) => boolean): number {
  let [low, high] = [-40, 40];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (holds(2 ** middle)) low = middle;
    else high = middle;
  }
  return 2 ** low;
}
