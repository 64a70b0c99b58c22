import { describe } from 'vitest';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';
import { month } from '../../support/long-crawl/month.ts';

const cloud = await localCloud();
const full = process.env.WINNOW_TEST_FULL === '1';

/** What the embedded adapters go through for a month, on those of AWS for a few days. */
describe.skipIf(cloud === undefined)('on tables, a bucket and a queue of AWS', () => {
  if (cloud === undefined) return;
  month({
    ...(full
      ? { hosts: 3, pages: 12, days: 20, everyDays: 1.5 }
      : { hosts: 3, pages: 4, days: 6, everyDays: 2 }),
    ...{ seed: Number(process.env.WINNOW_MONTH_SEED ?? 1), varied: true, isMeasured: full },
    ...(!full && { pace: { hours: 6, somethingEvery: 2, lookEvery: 8, dies: 0.06, again: 0.03 } }),
    on: () => storesOnCloud(cloud),
  });
});
