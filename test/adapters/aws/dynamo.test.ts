import { tmpdir } from 'node:os';
import { describe } from 'vitest';
import { S3Changes } from '../../../lib/adapters/aws/objects/s3-changes.ts';
import { S3Documents } from '../../../lib/adapters/aws/objects/s3-documents.ts';
import { S3Graphs } from '../../../lib/adapters/aws/objects/s3-graphs.ts';
import { S3LinkLog } from '../../../lib/adapters/aws/objects/s3-link-log.ts';
import { S3Models } from '../../../lib/adapters/aws/objects/s3-models.ts';
import { S3OffTopic } from '../../../lib/adapters/aws/objects/s3-off-topic.ts';
import { S3Segments } from '../../../lib/adapters/aws/objects/s3-segments.ts';
import { S3Staged } from '../../../lib/adapters/aws/objects/s3-staged.ts';
import { DynamoCommands } from '../../../lib/adapters/aws/tables/dynamo-commands.ts';
import { DynamoDomains } from '../../../lib/adapters/aws/tables/dynamo-domains.ts';
import { DynamoDueIndex } from '../../../lib/adapters/aws/tables/dynamo-due-index.ts';
import { DynamoGates } from '../../../lib/adapters/aws/tables/dynamo-gates.ts';
import { DynamoHosts } from '../../../lib/adapters/aws/tables/dynamo-hosts.ts';
import { DynamoJobBackup } from '../../../lib/adapters/aws/tables/dynamo-job-backup.ts';
import { DynamoJobEraser } from '../../../lib/adapters/aws/tables/dynamo-job-eraser.ts';
import { DynamoJobs } from '../../../lib/adapters/aws/tables/dynamo-jobs.ts';
import { DynamoNearDuplicates } from '../../../lib/adapters/aws/tables/dynamo-near-duplicates.ts';
import { DynamoRecords } from '../../../lib/adapters/aws/tables/dynamo-records.ts';
import { DynamoRobots } from '../../../lib/adapters/aws/tables/dynamo-robots.ts';
import { openFileSpace } from '../../../lib/adapters/system/file-space.ts';
import { commandsContract } from '../../contracts/commands.ts';
import { domainsContract } from '../../contracts/domains.ts';
import { dueIndexContract } from '../../contracts/due-index.ts';
import { gatesContract } from '../../contracts/gates.ts';
import { hostsContract } from '../../contracts/hosts/hosts.ts';
import { jobBackupContract } from '../../contracts/job-backup.ts';
import { jobEraserContract } from '../../contracts/job-eraser.ts';
import { jobsContract } from '../../contracts/jobs.ts';
import { nearDuplicatesContract } from '../../contracts/near-duplicates.ts';
import { recordsContract } from '../../contracts/records/records.ts';
import { robotsCacheContract } from '../../contracts/robots-cache.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { cloudFixtures } from './contracts-fixture.ts';

const cloud = await localCloud();
/** Each request costs milliseconds here: the bulk tests stay larger than any page of DynamoDB's. */
const scale = 0.15;

if (cloud === undefined) describe.skip('DynamoDB', () => {});
else {
  const make = cloudFixtures(cloud);
  hostsContract(
    'DynamoHosts',
    async () => {
      const fixture = await make();
      return { ...fixture, hosts: new DynamoHosts(fixture.table) };
    },
    { scale },
  );
  dueIndexContract(
    'DynamoDueIndex',
    async () => {
      const fixture = await make();
      return { ...fixture, due: new DynamoDueIndex(fixture.table, async () => 3) };
    },
    { scale },
  );
  domainsContract(
    'DynamoDomains',
    async () => {
      const fixture = await make();
      return { ...fixture, domains: new DynamoDomains(fixture.table) };
    },
    { scale },
  );
  nearDuplicatesContract('DynamoNearDuplicates', async () => {
    const fixture = await make();
    return { ...fixture, nearDuplicates: new DynamoNearDuplicates(fixture.table) };
  });
  recordsContract(
    'DynamoRecords',
    async () => {
      const fixture = await make();
      return { ...fixture, records: new DynamoRecords(fixture.table) };
    },
    { scale },
  );
  jobEraserContract('DynamoJobEraser', async () => {
    const fixture = await make();
    const { table, bucket } = fixture;
    return {
      ...fixture,
      eraser: new DynamoJobEraser(table, bucket),
      stores: {
        jobs: new DynamoJobs(table, bucket),
        hosts: new DynamoHosts(table),
        domains: new DynamoDomains(table),
        due: new DynamoDueIndex(table, async () => 3),
        segments: new S3Segments(bucket),
        links: new S3LinkLog(table, bucket),
        graphs: new S3Graphs(fixture.bucket, (memoryMb) => openFileSpace(tmpdir(), memoryMb)),
        records: new DynamoRecords(table),
        documents: new S3Documents(bucket),
        changes: new S3Changes(bucket),
        staged: new S3Staged(bucket),
        offTopic: new S3OffTopic(bucket),
      },
    };
  });
  jobBackupContract('DynamoJobBackup', async () => {
    const fixture = await make();
    const { table, bucket, s3, bucketName } = fixture;
    return {
      ...fixture,
      backup: new DynamoJobBackup({ frontier: table, records: table, now: Date.now }, s3, bucketName),
      stores: {
        jobs: new DynamoJobs(table, bucket),
        hosts: new DynamoHosts(table),
        domains: new DynamoDomains(table),
        records: new DynamoRecords(table),
        nearDuplicates: new DynamoNearDuplicates(table),
        documents: new S3Documents(bucket),
        changes: new S3Changes(bucket),
        models: new S3Models(bucket),
      },
    };
  });
  gatesContract('DynamoGates', async () => {
    const fixture = await make();
    return { ...fixture, gates: new DynamoGates(fixture.table) };
  });
  jobsContract('DynamoJobs', async () => {
    const fixture = await make();
    return { ...fixture, jobs: new DynamoJobs(fixture.table, fixture.bucket) };
  });
  commandsContract('DynamoCommands', async () => {
    const fixture = await make();
    return { ...fixture, commands: new DynamoCommands(fixture.table) };
  });
  robotsCacheContract('DynamoRobots', async () => {
    const fixture = await make();
    return { ...fixture, robots: new DynamoRobots(fixture.table) };
  });
}
