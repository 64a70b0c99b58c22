import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { fetchShares } from '../../../support/random-web/fetch-shares.ts';
import { failureWeb, namedFailures } from '../../../support/random-web/named-failures.ts';
import { openData } from '../../support/data-directory.ts';
import { crawlTrapWeb } from '../../support/web/crawl-trap-web.ts';

/** At every commit each fourth one, and all of them in a simulated crawl; here all in the full tests. */
const names = Object.keys(namedFailures).filter((_, i) => process.env.WINNOW_TEST_FULL || i % 4 === 0);

describe('a trap that only depth ended once', { timeout: 120_000 }, () => {
  it.each(names)(
    'costs under 50 fetches, 250 where it says something new, and why explains it: %s',
    async (name) => {
      const { score, report, directory } = await crawlTrapWeb(failureWeb(name), { maxPages: 2_000 });
      expect(report.end).toBe('done');
      expect(score.missed).toEqual([]);
      const { trapped, endless } = fetchShares(score);
      expect(trapped).toBeLessThan(50);
      expect(Math.max(0, ...endless)).toBeLessThanOrEqual(250);

      const data = openData(join(directory, 'data'));
      const pending = [...(await data.collection('traps'))].filter(
        ([url, { outcome }]) => outcome === 'pending' && url.includes('/trap'),
      );
      data.close();
      const [url] = pending[0] ?? [];
      if (url !== undefined) {
        const { out } = await winnow(['why', '--job', directory, url]);
        expect(out).toMatch(
          /held at depth \d+: its region \S*\/trap\S* \(URLs of this form\) (bring next to nothing new|have no end|come to an end)/,
        );
        const table = await winnow(['regions', '--job', directory]);
        expect(table.out).toMatch(/single\.localhost:\d+: \d+ first visits, [\d,]+ URLs? held/);
        expect(table.out).toMatch(/\/trap.*(barren|endless|vain), since 20/);
        expect(table.out).toMatch(/\n(barren|endless|vain): /);
      }
      rmSync(directory, { recursive: true });
    },
  );
});
