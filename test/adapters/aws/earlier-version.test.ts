import { describe } from 'vitest';
import { HeldClock } from '../../support/clock.ts';
import { goesOn, keptItems } from '../../support/earlier-version.ts';
import { localCloud } from '../../support/local-cloud.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';

const cloud = await localCloud();
const dayMs = 86_400_000;

describe.skipIf(cloud === undefined)('on tables and a bucket of AWS', () => {
  if (cloud === undefined) return;
  for (const name of ['2026-11-21'])
    goesOn(name, () => {
      const { now, put } = keptItems(name);
      return storesOnCloud(cloud, put, new HeldClock(now + dayMs));
    });
});
