import { afterAll, beforeAll, describe } from 'vitest';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';
import type { LongCrawlStores } from '../../support/long-crawl/stores.ts';
import { corruptions } from '../../support/sanity/corrupted-state.ts';
import { sanitySuite } from '../../support/sanity/sanity-suite.ts';

const cloud = await localCloud();
/** Each takes a second or so there; all of them with WINNOW_TEST_FULL=1. */
const usual: readonly string[] = [
  'the due index has lost a host',
  'a record has lost one of its URLs',
  'a month has cost less than nothing',
  'a document has no record',
];
const some = corruptions.filter(({ what }) => process.env.WINNOW_TEST_FULL === '1' || usual.includes(what));

describe.skipIf(cloud === undefined)('sanity of what AWS stores', () => {
  if (cloud === undefined) return;
  let on: LongCrawlStores;
  beforeAll(async () => {
    on = await storesOnCloud(cloud);
  });
  afterAll(() => on.close());
  sanitySuite(async () => on.stores, some);
});
