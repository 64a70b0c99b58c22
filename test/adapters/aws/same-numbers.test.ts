import { describe } from 'vitest';
import type { Cloud } from '../../../localstack/state.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';
import { sameNumbers } from '../../support/report/same-numbers.ts';

const cloud = await localCloud();

describe.skipIf(cloud === undefined)('on what AWS stores', () => {
  sameNumbers(() => storesOnCloud(cloud as Cloud));
});
