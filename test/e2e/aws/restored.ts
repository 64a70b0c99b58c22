import {
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdkClient } from '../../../lib/adapters/aws/clients/sdk-client.ts';
import type { HostName } from '../../../lib/base/url/url.ts';
import { prefixes, tableKey } from '../../../lib/config/stack/names.ts';
import type { HostKey } from '../../../lib/ports/hosts.ts';
import type { Check, Status } from '../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { type Collection, readCollection } from '../support/collection.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';

/** A stack with a job whose crawl is over. */
export interface Crawled {
  readonly stack: DeployedStack;
  readonly job: string;
}

/** The drill of docs/runbook.md#restore, step by step. */
export function restored(crawled: () => Crawled): void {
  describe('and whose tables are restored to a second, and adopted', () => {
    let web: TestWeb;
    let before: Collection;
    let after: DeployedStack;

    beforeAll(async () => {
      web = await startWeb({ pages: ({ path }) => (path === '/' ? { body: 'One more page.' } : undefined) });
      const { stack, job } = crawled();
      before = await readCollection(stack.runtime.stores, job);
      const stopped = await winnow(['stop', '--all-jobs', '--stack', stack.name, '--reason', 'a restore']);
      expect(stopped).toMatchObject({ exit: 0, err: '' });
      const { FrontierTable = '', RecordsTable = '' } = stack.outputs;
      // What a turn spends after the second that the tables go back to.
      await stack.runtime.stores.segments.put(spilled(job), 'spent', Buffer.from('a segment'));
      const since = Math.floor(Date.now() / 1_000) * 1_000;
      await stack.runtime.stores.segments.delete(spilled(job), ['spent']);
      await stack.runtime.stores.staged.put(job, 'published', stagedLines(job));
      await stack.runtime.stores.staged.delete(job, 'published');
      await bringBack(stack.outputs.BucketName ?? '', since);
      after = await stack.destroyAndAdopt({
        frontierTable: await restore(FrontierTable),
        recordsTable: await restore(RecordsTable),
      });
    }, 300_000);

    afterAll(() => web.close());

    it('has all that it had, which agrees with itself, and tables as safe as before', async () => {
      const { job } = crawled();
      expect(await readCollection(after.runtime.stores, job)).toEqual(before);
      expect(await answer<readonly object[]>('sanity', '--documents')).toEqual([]);
      const checks = await answer<readonly Check[]>('doctor');
      expect(checks.filter(({ ok }) => ok !== 'ok')).toEqual([]);
    });

    it('has the segments of hosts again that were spent since', async () => {
      const { segments } = after.runtime.stores;
      const bytes = await segments.read(spilled(crawled().job), 'spent', 0, 9);
      expect(Buffer.from(bytes).toString()).toBe('a segment');
      await segments.delete(spilled(crawled().job), ['spent']);
    });

    it('has again what turns had staged that were published since', async () => {
      const { job } = crawled();
      expect(await after.runtime.stores.staged.read(job, 'published')).toEqual(stagedLines(job));
      expect(await after.runtime.stores.staged.list(job)).toEqual(['published']);
    });

    it('goes on when its job is opened', async () => {
      const { job } = crawled();
      await answer<unknown>('open');
      await answer<unknown>('seed', web.url('over-a.localhost'));
      await withClockwork(after, () => untilQuiet(after, job));
      expect(await answer<Status>('status')).toMatchObject({ records: before.size + 1, pending: 0 });
    });

    async function answer<T>(verb: string, ...rest: readonly string[]): Promise<T> {
      const where = ['--json', '--stack', after.name, '--job-name', crawled().job];
      const { exit, out, err } = await winnow([verb, ...rest, ...where]);
      expect({ verb, exit, err }).toEqual({ verb, exit: 0, err: '' });
      return JSON.parse(out) as T;
    }
  });
}

function spilled(job: string): HostKey {
  return { job, host: 'spilled.localhost' as HostName };
}

function stagedLines(job: string): readonly string[] {
  return [JSON.stringify({ ...spilled(job), turn: 1, ordinal: 0, record: {} })];
}

/** Of step 2: segments of hosts, and what turns had staged, that were deleted since. @param since epoch ms */
async function bringBack(Bucket: string, since: number): Promise<void> {
  const s3 = sdkClient(S3Client);
  for (const Prefix of [prefixes.segments, prefixes.staged]) {
    const { DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
    for (const { Key, VersionId, IsLatest, LastModified } of DeleteMarkers)
      if (IsLatest && Number(LastModified) >= since)
        await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
  }
  s3.destroy();
}

/** Steps 2 and 3: a table as it was, and what a restored one comes without. Returns its name. */
async function restore(SourceTableName: string): Promise<string> {
  const dynamo = sdkClient(DynamoDBClient);
  const TableName = `${SourceTableName}-2`;
  const latest = { SourceTableName, TargetTableName: TableName, UseLatestRestorableTime: true };
  await dynamo.send(new RestoreTableToPointInTimeCommand(latest));
  await waitUntilTableExists({ client: dynamo, maxWaitTime: 30, minDelay: 1 }, { TableName });
  const TimeToLiveSpecification = { Enabled: true, AttributeName: tableKey.expiry };
  await dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await dynamo.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  await dynamo.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  dynamo.destroy();
  return TableName;
}
