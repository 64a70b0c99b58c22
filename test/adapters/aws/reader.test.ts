import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Table } from '../../../lib/adapters/aws/base/table.ts';
import { Bucket } from '../../../lib/adapters/aws/objects/bucket.ts';
import { ReaderGraphs } from '../../../lib/adapters/aws/objects/reader-graphs.ts';
import { S3Graphs } from '../../../lib/adapters/aws/objects/s3-graphs.ts';
import { DynamoJobs } from '../../../lib/adapters/aws/tables/dynamo-jobs.ts';
import { DirectoryTables } from '../../../lib/adapters/sql/directory-tables.ts';
import { openFileSpace } from '../../../lib/adapters/system/file-space.ts';
import { makeUser } from '../../../localstack/iam.ts';
import type { Cloud } from '../../../localstack/state.ts';
import { freshName, noise, plain } from '../../contracts/fixture.ts';
import { graphsContract } from '../../contracts/objects/graphs.ts';
import { clientsOf, localCloud, makeBucket, makeTable } from '../../support/cloud/local-cloud.ts';
import { CrashPlan, crashOnSend } from '../../support/crash.ts';

const cloud = await localCloud();

/** A table and a bucket, of those who may write them and of a user who may only read. */
async function twoPeople(cloud: Cloud) {
  const writing = clientsOf(cloud);
  const [table, bucket] = [await makeTable(writing), await makeBucket(writing)];
  const Action = ['dynamodb:GetItem', 'dynamodb:Query', 's3:GetObject', 's3:ListBucket'];
  const key = await makeUser(cloud, freshName(), {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action, Resource: '*' }],
  });
  const reading = clientsOf(cloud, key);
  const crash = new CrashPlan();
  crashOnSend(reading.s3, crash);
  const partsOf = ({ dynamo, s3 }: typeof writing) => ({
    jobs: new DynamoJobs(new Table(dynamo, table), new Bucket(s3, bucket)),
    graphs: new S3Graphs(new Bucket(s3, bucket), (memoryMb) => openFileSpace(tmpdir(), memoryMb)),
  });
  const own = new DirectoryTables(mkdtempSync(join(tmpdir(), 'winnow-reader-')));
  const reader = partsOf(reading);
  return {
    writer: partsOf(writing),
    reader: { ...reader, graphs: new ReaderGraphs(reader.graphs, own) },
    crash,
    close: async () => {
      for (const clients of [writing, reading]) clients.close();
    },
  };
}

if (cloud === undefined) describe.skip('a reader', () => {});
else {
  graphsContract('ReaderGraphs of somebody who may only read', async () => {
    const { reader, crash, close } = await twoPeople(cloud);
    return { graphs: reader.graphs, crash, close };
  });

  describe('somebody who may only read', () => {
    it('sees the graph of others, with what he would have added to it and they do not see', async () => {
      const { writer, reader, close } = await twoPeople(cloud);
      const job = freshName();
      await writer.graphs.put(job, 'part-0', noise(9));
      await writer.graphs.put(job, 'state.json', noise(1));
      await reader.graphs.put(job, 'part-1', noise(8));
      await reader.graphs.put(job, 'state.json', noise(2));
      expect(await reader.graphs.names(job, 9)).toEqual(['part-0', 'part-1', 'state.json']);
      expect(plain(await reader.graphs.read(job, 'part-0'))).toEqual(noise(9));
      expect(plain(await reader.graphs.read(job, 'state.json'))).toEqual(noise(2));
      await reader.graphs.delete(job, ['part-0', 'part-1']);
      expect(await writer.graphs.names(job, 9)).toEqual(['part-0', 'state.json']);
      expect(plain(await writer.graphs.read(job, 'state.json'))).toEqual(noise(1));
      await close();
    });

    it('reads counters, those too that nobody has counted yet', async () => {
      const { writer, reader, close } = await twoPeople(cloud);
      const job = freshName();
      const read = async () => [
        await reader.jobs.addPages(job, '2026-11-21', 0),
        await reader.jobs.count(job, 'a', 0),
        await reader.jobs.tally(job, 'sheet', {}),
      ];
      expect(await read()).toEqual([0, 0, {}]);
      await writer.jobs.addPages(job, '2026-11-21', 3);
      await writer.jobs.count(job, 'a', 4);
      await writer.jobs.tally(job, 'sheet', { b: 5 });
      expect(await read()).toEqual([3, 4, { b: 5 }]);
      await close();
    });
  });
}
