import { describe, expect, it } from 'vitest';
import { winnow } from '../../bin/test-io.ts';
import { generatedSite } from '../../support/web/generated-site.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { until, withClockwork } from '../support/clockwork.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';

const site = generatedSite({ hosts: 5, pages: 60, seed: 17, mix: { denied: 0 } });
const pagesPerDay = 23;

export function ceiling(stack: () => DeployedStack): void {
  describe('the ceiling of pages per day', () => {
    it('is reached and never passed, with turns that want more side by side', async () => {
      const web = await startWeb({ pages: site.page });
      await openOnStack(stack(), 'ceiling', {
        seeds: site.seeds(web.port),
        turn: { maxPages: 4, maxSeconds: 2 },
        limits: { pagesPerDay },
      });
      const fetched = (): number => web.log.filter(({ path }) => path !== '/robots.txt').length;
      const { tickets, hosts } = stack().runtime.stores;
      await withClockwork(stack(), async () => {
        await until('the ceiling is reached', async () => fetched() >= pagesPerDay);
        for (let passes = 0; passes < 3; passes += 1) await stack().invoke('dispatch');
        await until('no ticket is out', async () => (await tickets.outstanding()) === 0);
      });
      expect(fetched()).toBe(pagesPerDay);
      const { hosts: all } = await hosts.hosts('ceiling', 100);
      expect(all.some(({ control }) => control.counters.pending > 0)).toBe(true);
      const { out } = await winnow(['status', '--stack', stack().name, '--job-name', 'ceiling']);
      expect(out).toContain(`the ceiling of ${pagesPerDay} pages a day (limits.pagesPerDay) is reached`);
      await web.close();
    });
  });
}
