import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HostileWeb, startHostileWeb } from '../../support/hostile/hostile-web.ts';
import { waysBySubject } from '../../support/hostile/hosts.ts';
import type { TestWeb } from '../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { type Collection, readCollection } from '../support/collection.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { withPollers } from '../support/stack/pollers.ts';
import { hostileJob, neighbourPages, startNeighbours, written } from '../support/web/crawl-hostile-web.ts';

const job = 'hostile';

/** All of them keep the emulator busy for minutes. */
const oneIn = process.env.WINNOW_TEST_FULL === '1' ? 3 : 10;

/** Some ways of each subject. Whether `answers-first` does so before it is asked is a race, which a busy machine loses. */
const some = Object.values(waysBySubject)
  .flatMap((ones) => ones.filter((_, index) => index % oneIn === 0))
  .filter(({ name }) => name !== 'answers-first');

/** The hosts that misbehave and their honest neighbours, through the deployed functions. */
export function hostileHosts(stack: () => DeployedStack): void {
  describe('a crawl of hostile hosts', () => {
    let hostile: HostileWeb;
    let honest: TestWeb;
    let collection: Collection;

    beforeAll(async () => {
      [hostile, honest] = await Promise.all([startHostileWeb(), startNeighbours()]);
      const tree = hostileJob(hostile, honest, some);
      // Half of the longest turn of this stack; a second try for who had to wait for the emulator.
      const fetch = { timeout: 1, maxBytes: 200_000, maxTries: 2 };
      // Hosts that rest for minutes must not have a page that waits for its first visit.
      const seeds = tree.seeds.filter((url) => !url.endsWith('/other'));
      await openOnStack(stack(), job, { ...tree, seeds, fetch, turn: { maxPages: 25, maxSeconds: 2 } });
      await withPollers(stack(), { count: 4, batch: 3 }, () =>
        withClockwork(stack(), () => untilQuiet(stack(), job)),
      );
      collection = await readCollection(stack().runtime.stores, job);
    }, 400_000);

    afterAll(async () => {
      await hostile.close();
      await honest.close();
    });

    it('ends in what is to come of each', () => {
      expect(some.length).toBeGreaterThanOrEqual(135 / oneIn);
      const ended = some.map(({ name }) => `${name}: ${written(collection.get(hostile.url(name)))}`);
      expect(ended).toEqual(some.map(({ name, outcome }) => `${name}: ${outcome}`));
    });

    it('brings every page of the hosts beside them', () => {
      const missing = neighbourPages(honest).filter((url) => collection.get(url)?.outcome !== 'stored');
      expect(missing).toEqual([]);
    });

    it('leaves no connection open', async () => {
      await vi.waitFor(async () => expect(await hostile.connected()).toEqual([]), 20_000);
    });
  });
}
