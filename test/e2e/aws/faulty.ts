import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyAnswers } from '../../support/web/faulty-answers.ts';
import { readPublished } from '../support/changes.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { readCollection } from '../support/collection.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { type Polled, withPollers } from '../support/stack/pollers.ts';
import { toldTurns } from '../support/stack/published.ts';
import { type FaultyWeb, faultyJob, startFaultyWeb } from '../support/web/crawl-faulty-web.ts';

const job = 'faulty';
const batch = 3;
/** All of them keep the emulator busy for minutes. */
const oneIn = process.env.WINNOW_TEST_FULL === '1' ? 3 : 14;

/** Some of all odd heads, ends and codings, through the deployed functions. */
export function faultyHosts(stack: () => DeployedStack): void {
  describe('a crawl of hosts whose answers are faulty', () => {
    let web: FaultyWeb;
    let polled: Polled;

    beforeAll(async () => {
      web = await startFaultyWeb(faultyAnswers.filter((_, index) => index % oneIn === 0));
      await openOnStack(stack(), job, { ...faultyJob(web), turn: { maxPages: 25, maxSeconds: 2 } });
      polled = await withPollers(stack(), { count: 4, batch }, () =>
        withClockwork(stack(), () => untilQuiet(stack(), job)),
      );
    }, 400_000);

    afterAll(() => web.close());

    it('stores what browsers read, and marks what is incomplete', async () => {
      const { stores } = stack().runtime;
      const { records } = readPublished(await toldTurns(stores.changes, job));
      expect(web.faults(await readCollection(stores, job), records)).toEqual([]);
    });

    // The turns of a worker that dies are repeated: on a busy machine the first ones take too long.
    it('asks for nothing twice, but in turns whose worker died', () => {
      expect(web.askedTwice().length).toBeLessThanOrEqual(polled.died * batch);
    });
  });
}
