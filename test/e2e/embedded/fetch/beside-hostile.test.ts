import { beforeAll, describe, expect, it } from 'vitest';
import {
  crawlBesideHostile,
  type HostileCrawl,
  hostileKinds,
} from '../../support/web/crawl-beside-hostile.ts';

const full = process.env.WINNOW_TEST_FULL === '1';
const honest = { honestHosts: 5, honestPages: full ? 1_500 : 200 };
/** Every commit meets all of them at once. */
const alone = full ? hostileKinds.map((kind) => [kind, [kind]] as const) : [];
const maxMb = 700;
/** A machine that does other things makes several times as much of a crawl that takes a second. */
const maxRatio = 4;
const leastMs = 5_000;

describe('honest hosts are crawled as fast as alone', { timeout: 600_000 }, () => {
  let honestAlone: HostileCrawl;
  beforeAll(async () => {
    honestAlone = await crawlBesideHostile({ ...honest, hostile: [] });
  }, 120_000);

  it.each([...alone, ['all of these', hostileKinds] as const])(
    'beside a host with: %s',
    async (_, hostile) => {
      const beside = await crawlBesideHostile({ ...honest, hostile });
      expect(beside.pages).toBe(honestAlone.pages);
      expect(beside.honestMs).toBeLessThan(maxRatio * Math.max(leastMs, honestAlone.honestMs));
      expect(beside.peakMb ?? 0).toBeLessThan(maxMb);
    },
  );
});
