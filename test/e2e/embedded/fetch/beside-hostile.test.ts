import { beforeAll, describe, expect, it } from 'vitest';
import {
  crawlBesideHostile,
  type HostileCrawl,
  hostileKinds,
} from '../../support/web/crawl-beside-hostile.ts';

const honest = { honestHosts: 5, honestPages: process.env.WINNOW_TEST_FULL === '1' ? 1_500 : 200 };
const maxMb = 700;
/** A machine that does other things makes several times as much of a crawl that takes a second. */
const maxRatio = 4;
const leastMs = 5_000;

describe('honest hosts are crawled as fast as alone', { timeout: 600_000 }, () => {
  let alone: HostileCrawl;
  beforeAll(async () => {
    alone = await crawlBesideHostile({ ...honest, hostile: [] });
  }, 120_000);

  it.each([...hostileKinds.map((kind) => [kind, [kind]] as const), ['all of these', hostileKinds] as const])(
    'beside a host with: %s',
    async (_, hostile) => {
      const beside = await crawlBesideHostile({ ...honest, hostile });
      expect(beside.pages).toBe(alone.pages);
      expect(beside.honestMs).toBeLessThan(maxRatio * Math.max(leastMs, alone.honestMs));
      expect(beside.peakMb ?? 0).toBeLessThan(maxMb);
    },
  );
});
