import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, functionName } from '../../../lib/config/names.ts';
import type { Finding } from '../../../lib/domain/sanity/finding.ts';
import { sanity } from '../../../lib/pipeline/sanity/sanity.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { awsRuntime } from '../../../lib/runtime/aws-ports.ts';
import { winnow } from '../../bin/test-io.ts';
import { type Access, startWeb, type TestWeb } from '../../support/web-server.ts';
import { until, untilQuiet, withClockwork } from '../support/clockwork.ts';
import { comparable, readCollection } from '../support/collection.ts';
import { openData } from '../support/data-directory.ts';
import type { DeployedStack } from '../support/deployed-stack.ts';
import { endlessWeb } from '../support/endless-web.ts';
import { jobDirectory } from '../support/job-directory.ts';
import { openOnStack } from '../support/job-on-stack.ts';
import { expectPolite } from '../support/polite.ts';
import { winnow as winnowProcess } from '../support/winnow-process.ts';

const job = 'over';
const gapMs = 300;
const hosts = ['over-a', 'over-b', 'over-c'].map((name) => `${name}.localhost`);
const examplePlugins = new URL('../../../examples/plugins', import.meta.url).pathname;

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

/** `cdk deploy` while a crawl goes on: as many pages as it takes, and some more. */
export function deployedOver(stack: () => DeployedStack): void {
  describe('another version that is deployed over a crawl', () => {
    const site = endlessWeb(hosts);
    let web: TestWeb;
    /** Requests when the deployment began, when it had ended, and in the end. */
    let counts: readonly number[];
    let log: readonly Access[];

    beforeAll(async () => {
      web = await startWeb({ pages: site.page, delayMs: 20 });
      await openOnStack(stack(), job, {
        seeds: hosts.map((host) => web.url(host)),
        politeness: { waitIntervalHost: gapMs / 1_000 },
        turn: { maxPages: 5, maxSeconds: 2 },
      });
      const before = await versionOf(stack(), 'harvest');
      // The emulator kills what is at work in a function that gets other code; AWS lets it come to its end.
      let isDeploying = false;
      const crawl = async (): Promise<void> => {
        await until('the crawl has begun', async () => web.log.length > 3 * hosts.length);
        const began = web.log.length;
        isDeploying = true;
        await stack().deployAgain({ maxOutstanding: '900', plugins: morePlugins() });
        isDeploying = false;
        const ended = web.log.length;
        site.endSoon();
        await untilQuiet(stack(), job);
        counts = [began, ended, web.log.length];
      };
      await withClockwork(stack(), crawl, undefined, () => isDeploying);
      log = [...web.log];
      const after = await versionOf(stack(), 'harvest');
      expect(after.code).not.toBe(before.code);
      expect([before.tickets, after.tickets]).toEqual(['1000', '900']);
    }, 600_000);

    afterAll(() => web.close());

    it('lets it go on, before, during and after', () => {
      const [began = 0, ended = 0, all = 0] = counts;
      expect(ended).toBeGreaterThan(began);
      expect(all).toBeGreaterThan(ended);
    });

    it('never makes it ask a host twice at once, nor sooner than the gap after the last request', () => {
      expectPolite(log, gapMs);
    });

    it('loses nothing: the collection is that of a crawl on one machine, and agrees with itself', async () => {
      const directory = jobDirectory(job, { seeds: hosts.map((host) => web.url(host)) });
      expect(await winnowProcess(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
      const data = openData(join(directory, 'data'));
      const collection = await readCollection(stack().runtime.stores, job);
      expect(comparable(collection)).toEqual(comparable(await data.collection(job)));
      data.close();
      expect(collection.size).toBe(site.size());
      const sanity = ['sanity', '--documents', '--json', '--stack', stack().name, '--job-name', job];
      expect(await winnow(sanity)).toMatchObject({ exit: 0, out: expect.stringMatching(/^\[\]\s*$/) });
    });

    it('is there again in tables that were restored to that second (docs/runbook.md#restore)', async () => {
      const { outputs, runtime } = stack();
      const dynamo = new DynamoDBClient({});
      const restore = async (SourceTableName = ''): Promise<string> => {
        const TargetTableName = `${SourceTableName}-2`;
        const latest = { SourceTableName, TargetTableName, UseLatestRestorableTime: true };
        await dynamo.send(new RestoreTableToPointInTimeCommand(latest));
        await waitUntilTableExists(
          { client: dynamo, maxWaitTime: 30, minDelay: 1 },
          { TableName: TargetTableName },
        );
        return TargetTableName;
      };
      const { stores } = awsRuntime({
        frontierTable: await restore(outputs.FrontierTable),
        recordsTable: await restore(outputs.RecordsTable),
        bucket: outputs.BucketName ?? '',
      });
      dynamo.destroy();
      expect(await readCollection(stores, job)).toEqual(await readCollection(runtime.stores, job));
      const known = (await stores.jobs.job(job)) as Job;
      const findings: Finding[] = [];
      for await (const one of sanity(stores, known, { documents: true })) findings.push(one);
      expect(findings).toEqual([]);
    });
  });
}
