import { describe } from 'vitest';
import { localCloud } from '../../support/local-cloud.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';
import { truthTable } from '../../support/truth-table.ts';

const cloud = await localCloud();

describe.skipIf(cloud === undefined)("Combine's truth table on AWS", () => {
  if (cloud !== undefined) truthTable(() => storesOnCloud(cloud));
});
