import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../bin/test-io.ts';
import { type Access, startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { changeThird, versionedSite } from '../support/web/versioned-site.ts';

const job = 'again';

/** The site that the embedded runtime crawls again too (`requests.test.ts`). */
export function crawledAgain(stack: () => DeployedStack): void {
  describe('a site that is crawled again', () => {
    const site = versionedSite(12);
    let web: TestWeb;

    /** What the server saw of a crawl of all that is known. */
    async function crawlAgain(): Promise<readonly Access[]> {
      const from = web.log.length;
      const marked = await winnow(['reharvest', '--all', '--stack', stack().name, '--job-name', job]);
      expect(marked).toMatchObject({ exit: 0 });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      return web.log.slice(from);
    }

    beforeAll(async () => {
      web = await startWeb({ pages: ({ path }) => site.page(path) });
      await openOnStack(stack(), job, {
        seeds: [web.url('s.localhost')],
        turn: { maxPages: 25, maxSeconds: 2 },
      });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      expect(web.log.filter(({ bytes, path }) => bytes > 0 && path !== '/robots.txt')).toHaveLength(
        site.count,
      );
    }, 400_000);

    afterAll(() => web.close());

    it('fetches no body when nothing changed', async () => {
      const log = await crawlAgain();
      expect(log.map(({ status, bytes }) => `${status} ${bytes}`)).toEqual(
        new Array(site.count).fill('304 0'),
      );
    }, 400_000);

    it('fetches what changed, and nothing else', async () => {
      const changed = changeThird(site);
      const log = await crawlAgain();
      expect(log).toHaveLength(site.count);
      expect(log.flatMap(({ bytes, path }) => (bytes > 0 ? [path] : [])).sort()).toEqual(changed);
    }, 400_000);
  });
}
