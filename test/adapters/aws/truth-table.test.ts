import { describe } from 'vitest';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { truthTable, type Way } from '../../support/collection/truth-table.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';

const cloud = await localCloud();
/** Every commit tries the way that asks most of the stores; one machine has all of them. */
const some: readonly Way[] = ['delivered twice at once, and again later'];

describe.skipIf(cloud === undefined)("Combine's truth table on AWS", () => {
  if (cloud !== undefined)
    truthTable(() => storesOnCloud(cloud), process.env.WINNOW_TEST_FULL === '1' ? undefined : some);
});
