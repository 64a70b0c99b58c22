import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow as winnowHere } from '../../bin/test-io.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { generatedSite } from '../../support/web/generated-site.ts';
import { overlaps, startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { until, untilQuiet, untilQuietFor, withClockwork } from '../support/clockwork.ts';
import { type Collection, comparable, readCollection } from '../support/collection.ts';
import { differences } from '../support/crawl-site.ts';
import { openData } from '../support/data-directory.ts';
import { jobDirectory } from '../support/job-directory.ts';
import { expectPolite } from '../support/polite.ts';
import { winnow } from '../support/process/winnow-process.ts';
import { canFindWorkers, workerBehind } from '../support/process/worker-process.ts';
import { redrive } from '../support/stack/dead-letters.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { type Polled, withPollers } from '../support/stack/pollers.ts';
import { askingPages, askingSite, impatient, refusals, waitingForAnswer } from '../support/web/asking-web.ts';
import { harmlessPages, poisonedHost, poisonedWeb } from '../support/web/poisoned-web.ts';

/** `WINNOW_KILL_SEED` runs a failed sequence of kills again. */
const seed = Number(process.env.WINNOW_KILL_SEED ?? Date.now() % 1_000_000);
const kills = process.env.WINNOW_TEST_FULL ? 20 : 3;
/** Each kill keeps a host from its next turn until the ticket of the dead worker is seen again. */
const quietWithinSeconds = 600 + kills * 30;
const setUpMs = (quietWithinSeconds + 100) * 1_000;
const gapMs = 1_000;
const askingGapMs = 500;
const politeJobs = ['polite-one', 'polite-two'] as const;

const politeSite = generatedSite({ hosts: 6, pages: 30, seed: 11, linksPerPage: 8 });
const killedSite = generatedSite({ hosts: 8, pages: kills * 60, seed: 5, linksPerPage: 10 });
const turn = { maxPages: 10, maxSeconds: 2 };

/** One that has ended by itself in the meantime, or was killed for another page, is dead enough. */
function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Four workers at once, as AWS has them. Two jobs crawl the same hosts with a gap; a third one's workers are killed at
 * random and by a page of one of its hosts; tickets are handed to two workers at once, and again when they are done.
 */
export function sideBySide(stack: () => DeployedStack): void {
  describe(`workers side by side that are killed and get tickets twice (seed ${seed})`, () => {
    let polite: TestWeb;
    let asking: TestWeb;
    let killed: TestWeb;
    let polled: Polled;
    let collection: Collection;
    let poisonings = 0;

    async function crawled(): Promise<void> {
      await untilQuietFor(stack(), [...politeJobs, 'killed'], quietWithinSeconds);
      await until(
        'what was refused is asked for again',
        async () => waitingForAnswer(asking.log).length === 0,
      );
      await untilQuiet(stack(), 'asking');
    }

    async function kill(clientPort: number, afterMs: number): Promise<void> {
      let pid: number | undefined;
      // The tables of connections change while they are read.
      for (let looks = 0; looks < 5 && pid === undefined; looks++)
        pid = workerBehind(stack(), 'harvest', clientPort);
      await sleep(afterMs);
      if (pid !== undefined) killProcess(pid);
    }

    beforeAll(async () => {
      const random = seededRandom(seed);
      const victims = new Set(Array.from({ length: kills }, () => Math.floor(random() * kills * 60)));
      let requests = 0;
      const poisoned = poisonedWeb(killedSite, (clientPort) => {
        poisonings += 1;
        void kill(clientPort, 0);
      });
      polite = await startWeb({ pages: politeSite.page, delayMs: 30 });
      killed = await startWeb({
        delayMs: 2,
        pages: (request) => {
          requests += 1;
          if (victims.delete(requests)) void kill(request.clientPort, random() * 300);
          return poisoned(request);
        },
      });
      for (const [index, name] of politeJobs.entries()) {
        await openOnStack(stack(), name, {
          seeds: politeSite.seeds(polite.port),
          politeness: { waitIntervalHost: gapMs / 1_000 },
          turn: { maxPages: 3 + 2 * index, maxSeconds: 2 },
        });
      }
      const seeds = [...killedSite.seeds(killed.port)];
      if (canFindWorkers) seeds.push(killed.url(poisonedHost));
      await openOnStack(stack(), 'killed', { seeds, turn });
      asking = await startWeb({ pages: askingPages(random), delayMs: 20 });
      await openOnStack(stack(), 'asking', {
        seeds: askingSite.seeds(asking.port),
        politeness: { waitIntervalHost: askingGapMs / 1_000, firstBackoff: 1 },
        turn,
      });
      const often = { toTwo: () => random() < 0.2, again: () => random() < 0.2 };
      polled = await withPollers(stack(), { count: 4, batch: 3, ...often }, () =>
        withClockwork(stack(), crawled, () => redrive(stack())),
      );
      collection = await readCollection(stack().runtime.stores, 'killed');
    }, setUpMs);

    afterAll(() => Promise.all([polite.close(), asking.close(), killed.close()]));

    it('never ask a host twice at once, nor sooner than the gap after the last request, whatever the job', () => {
      expect(polled.toTwo).toBeGreaterThan(0);
      expect(polled.again).toBeGreaterThan(0);
      expectPolite(polite.log, gapMs);
      expect(overlaps(killed.log)).toEqual([]);
    });

    it('keep to the Crawl-delay and the Retry-After of hosts that ask for more', async () => {
      expect(refusals(asking.log)).toBeGreaterThan(0);
      expect(impatient(asking.log, askingGapMs)).toEqual([]);
      const collection = await readCollection(stack().runtime.stores, 'asking');
      expect(differences(collection, askingSite, asking.port)).toEqual([]);
    });

    it('leave both jobs on the same hosts their whole collection', async () => {
      for (const job of politeJobs) {
        const collection = await readCollection(stack().runtime.stores, job);
        expect(differences(collection, politeSite, polite.port)).toEqual([]);
      }
    });

    describe.skipIf(!canFindWorkers)('that are killed (kill -9 of the process of the function)', () => {
      const ofPoisoned = ([url]: readonly [string, unknown]): boolean => url.includes(poisonedHost);

      it('leave the collection of a crawl on one machine that nobody killed', async () => {
        expect(polled.died).toBeGreaterThan(poisonings);
        const harmless = new Map([...collection].filter((one) => !ofPoisoned(one)));
        expect(differences(harmless, killedSite, killed.port)).toEqual([]);
        const directory = jobDirectory('killed', { seeds: killedSite.seeds(killed.port), turn });
        expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
        const data = openData(join(directory, 'data'));
        expect(comparable(harmless)).toEqual(comparable(await data.collection('killed')));
        data.close();
      });

      it('leave each document where its record says, in bundles that turns shared', async () => {
        const { name } = stack();
        const argv = ['sanity', '--documents', '--json', '--stack', name, '--job-name', 'killed'];
        expect(JSON.parse((await winnowHere(argv)).out)).toEqual([]);
        const { documents } = stack().runtime.stores;
        const { bundles } = await documents.bundles('killed', 1_000);
        const pages = await Promise.all(bundles.map(({ key }) => documents.entries(key)));
        const hostsOf = pages.map((entries) => new Set(entries.map(({ host }) => host)).size);
        expect(Math.max(...hostsOf)).toBeGreaterThan(1);
      });

      it('leave nothing failed but the page that kills its worker each time', () => {
        const poison = killed.url(poisonedHost, '/poison');
        const failed = [...collection].filter(([, { outcome }]) => outcome === 'failed');
        expect(failed.map(([url]) => url)).toEqual([poison]);
        expect(failed[0]?.[1].detail).toContain('worker-killed');
        const stored = [...collection].filter(ofPoisoned).filter(([, { outcome }]) => outcome === 'stored');
        expect(stored).toHaveLength(harmlessPages);
        // One for each page that is as urgent as it, four with care, each of them once more when a worker dies of it
        // before it is suspected, and two when its ticket was given back: few, whatever is delivered twice.
        expect(poisonings).toBeLessThan(12);
      });
    });
  });
}
