import { month } from '../../support/long-crawl/month.ts';

const full = process.env.WINNOW_TEST_FULL === '1';
/** Rounds of two hours cost half of those of one, and a month of them says more than half a month of these. */
const short = { hours: 2, somethingEvery: 6, lookEvery: 36, dies: 0.03, again: 0.01 };

// With what happened in it, and figures: `npm run month -- --seed 7`.
month({
  ...(full ? { hosts: 10, pages: 30 } : { hosts: 4, pages: 10, pace: short }),
  ...{ days: 30, everyDays: 1.5, varied: true, isMeasured: true },
  seed: Number(process.env.WINNOW_MONTH_SEED ?? 1),
});
