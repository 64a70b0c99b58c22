import { describe } from 'vitest';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { truthTable } from '../../support/collection/truth-table.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';

const cloud = await localCloud();

describe.skipIf(cloud === undefined)("Combine's truth table on AWS", () => {
  if (cloud !== undefined) truthTable(() => storesOnCloud(cloud));
});
