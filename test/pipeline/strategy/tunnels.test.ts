import { expect, it } from 'vitest';
import { crawlSite, type SiteRun } from '../../../bench/strategies/crawl-site.ts';
import { tunnelSite } from '../../support/tunnel-web/tunnel-site.ts';

/** Sites that the presets were not made on; `node bench/strategies.ts` crawls more. */
const seeds =
  process.env.WINNOW_TEST_FULL === '1'
    ? Array.from({ length: 20 }, (_, at) => 201 + at)
    : [201, 202, 203, 204];

it('layers find what full scoring finds behind tunnels, with half of its expensive evaluations', async () => {
  const sum = { full: { relevant: 0, expensive: 0 }, layered: { relevant: 0, expensive: 0 } };
  const add = (to: keyof typeof sum, { relevant, expensive }: SiteRun): void => {
    sum[to].relevant += relevant;
    sum[to].expensive += expensive;
  };
  for (const seed of seeds) {
    const site = tunnelSite(seed);
    const half = Math.ceil(site.pages.size / 2);
    add('full', await crawlSite(site, { preset: 'best-score' }, half));
    add('layered', await crawlSite(site, { preset: 'layered' }, half));
  }
  expect(sum.full.relevant).toBeGreaterThan(20);
  expect(sum.layered.relevant).toBeGreaterThanOrEqual(0.99 * sum.full.relevant);
  expect(sum.layered.expensive).toBeLessThanOrEqual(0.5 * sum.full.expensive);
});
