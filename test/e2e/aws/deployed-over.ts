import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, functionName } from '../../../lib/config/stack/names.ts';
import { winnow } from '../../bin/test-io.ts';
import { type Access, startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { readPublished } from '../support/changes.ts';
import { until, untilQuiet, withClockwork } from '../support/clockwork.ts';
import { comparable, readCollection } from '../support/collection.ts';
import { openData } from '../support/data-directory.ts';
import { type JobTree, jobDirectory } from '../support/job-directory.ts';
import { expectPolite } from '../support/polite.ts';
import { winnow as winnowProcess } from '../support/process/winnow-process.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { controls, holdTickets, replaceTickets } from '../support/stack/lost-tickets.ts';
import { gaps, toldTurns } from '../support/stack/published.ts';
import { scheduleState, switchOff } from '../support/stack/run-schedule.ts';
import { endlessWeb } from '../support/web/endless-web.ts';
import { restored } from './restored.ts';

const job = 'over';
const gapMs = 300;
const hosts = ['over-a', 'over-b', 'over-c'].map((name) => `${name}.localhost`);
const examplePlugins = fileURLToPath(new URL('../../../examples/plugins', import.meta.url));

/** The plug-ins that the stack has, and one more: another bundle for the harvester. */
function morePlugins(): string {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-e2e-plugins-'));
  for (const name of readdirSync(examplePlugins))
    copyFileSync(join(examplePlugins, name), join(directory, name));
  writeFileSync(join(directory, 'one-more.ts'), 'export default () => ({ more: true });\n');
  return directory;
}

/** What tells versions of a function apart. */
async function versionOf({ lambda, name }: DeployedStack, fn: 'dispatch' | 'harvest') {
  const command = new GetFunctionConfigurationCommand({ FunctionName: functionName(name, fn) });
  const { CodeSha256, Environment } = await lambda.send(command);
  return { code: CodeSha256, tickets: Environment?.Variables?.[environment.maxOutstanding] };
}

/**
 * What becomes of a crawl over the years: its stack is destroyed and a new one adopts what it left, another version is
 * deployed over that, and its tables are restored. Each while it goes on: as many pages as it takes, and some more.
 */
export function deployedOver(stack: () => DeployedStack): void {
  describe('a crawl whose stack is destroyed, adopted by a new one, and deployed over by another version', () => {
    const site = endlessWeb(hosts);
    let web: TestWeb;
    let tree: JobTree;
    let adopted: DeployedStack;
    /** Hosts with a ticket when the stack was destroyed, and hosts that were given another one then. */
    let tickets: { readonly lost: number; readonly replaced: number };
    /** Requests when the stack was destroyed, when the deployment began, when it had ended, and in the end. */
    let counts: readonly number[];
    let log: readonly Access[];

    async function crawlOn(crawled: DeployedStack, pages: number): Promise<void> {
      const from = web.log.length;
      await until('the crawl goes on', async () => web.log.length > from + pages);
      expect((await controls(crawled, job)).length).toBe(hosts.length);
    }

    async function adopt(): Promise<DeployedStack> {
      await holdTickets(stack(), job);
      const lost = await controls(stack(), job);
      const next = await stack().destroyAndAdopt();
      await replaceTickets(next);
      const now = await controls(next, job);
      const replaced = now.filter(({ ticket }, at) => ticket !== lost[at]?.ticket);
      tickets = { lost: lost.length, replaced: replaced.length };
      return next;
    }

    async function deployOver(): Promise<void> {
      const { name } = adopted;
      await switchOff(adopted, 'reharvest');
      await adopted.deployAgain({ maxOutstanding: '900', plugins: morePlugins() });
      // Tickets that are out keep the version of the settings that they name.
      const directory = jobDirectory(job, { ...tree, turn: { maxPages: 3, maxSeconds: 2 } });
      expect(await winnow(['deploy-job', directory, '--stack', name])).toMatchObject({ exit: 0, err: '' });
    }

    beforeAll(async () => {
      web = await startWeb({ pages: site.page, delayMs: 20 });
      tree = {
        seeds: hosts.map((host) => web.url(host)),
        politeness: { waitIntervalHost: gapMs / 1_000 },
        turn: { maxPages: 5, maxSeconds: 2 },
        limits: { pagesPerDay: 10_000 },
      };
      await openOnStack(stack(), job, tree);
      await withClockwork(stack(), () => crawlOn(stack(), 3 * hosts.length));
      adopted = await adopt();
      const destroyed = web.log.length;
      const before = await versionOf(adopted, 'harvest');
      // The emulator kills what is at work in a function that gets other code; AWS lets it come to its end.
      let isDeploying = false;
      const crawl = async (): Promise<void> => {
        await crawlOn(adopted, 2 * hosts.length);
        const began = web.log.length;
        isDeploying = true;
        await deployOver();
        isDeploying = false;
        const ended = web.log.length;
        site.endSoon();
        await untilQuiet(adopted, job);
        counts = [destroyed, began, ended, web.log.length];
      };
      await withClockwork(adopted, crawl, undefined, () => isDeploying);
      log = [...web.log];
      const after = await versionOf(adopted, 'harvest');
      expect(after.code).not.toBe(before.code);
      expect([before.tickets, after.tickets]).toEqual(['1000', '900']);
    }, 600_000);

    afterAll(() => web.close());

    it('goes on in the new stack, before and after the other version is deployed', () => {
      const [destroyed = 0, began = 0, ended = 0, last = 0] = counts;
      expect(began).toBeGreaterThan(destroyed);
      expect(last).toBeGreaterThan(ended);
    });

    it('has the same tables and the same bucket, and tickets for those that went with the queue', () => {
      const kept = ({ outputs }: DeployedStack) => [
        outputs.FrontierTable,
        outputs.RecordsTable,
        outputs.BucketName,
      ];
      expect(kept(adopted)).toEqual(kept(stack()));
      expect(tickets).toEqual({ lost: hosts.length, replaced: hosts.length });
    });

    it('leaves a schedule off that somebody has switched off in the console', async () => {
      expect(await scheduleState(adopted, 'reharvest')).toBe('DISABLED');
      expect(await scheduleState(adopted, 'recycle')).toBe('ENABLED');
    });

    it('never asks a host twice at once, nor sooner than the gap after the last request', () => {
      expectPolite(log, gapMs);
    });

    it('loses nothing: the collection is that of a crawl on one machine, and agrees with itself', async () => {
      const directory = jobDirectory(job, { seeds: hosts.map((host) => web.url(host)) });
      expect(await winnowProcess(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
      const data = openData(join(directory, 'data'));
      const collection = await readCollection(adopted.runtime.stores, job);
      expect(comparable(collection)).toEqual(comparable(await data.collection(job)));
      data.close();
      expect(collection.size).toBe(site.size());
      const sanity = ['sanity', '--documents', '--json', '--stack', adopted.name, '--job-name', job];
      expect(await winnow(sanity)).toMatchObject({ exit: 0, out: expect.stringMatching(/^\[\]\s*$/) });
    }, 180_000);

    it('has published every record once, and each change with the one before it', async () => {
      const objects = await toldTurns(adopted.runtime.stores.changes, job);
      expect(gaps(objects)).toEqual([]);
      const { records, faults } = readPublished(objects);
      expect(faults).toEqual([]);
      expect(records.size).toBe(site.size());
    });

    restored(() => ({ stack: adopted, job }));
  });
}
