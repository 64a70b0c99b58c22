import { tmpdir } from 'node:os';
import { ListObjectVersionsCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { describe } from 'vitest';
import { S3Changes } from '../../../lib/adapters/aws/objects/s3-changes.ts';
import { S3Conversions } from '../../../lib/adapters/aws/objects/s3-conversions.ts';
import { S3Documents } from '../../../lib/adapters/aws/objects/s3-documents.ts';
import { S3Eraser } from '../../../lib/adapters/aws/objects/s3-eraser.ts';
import { S3Graphs } from '../../../lib/adapters/aws/objects/s3-graphs.ts';
import { S3LinkLog } from '../../../lib/adapters/aws/objects/s3-link-log.ts';
import { S3Models } from '../../../lib/adapters/aws/objects/s3-models.ts';
import { S3OffTopic } from '../../../lib/adapters/aws/objects/s3-off-topic.ts';
import { S3Segments } from '../../../lib/adapters/aws/objects/s3-segments.ts';
import { S3Staged } from '../../../lib/adapters/aws/objects/s3-staged.ts';
import { S3Tables } from '../../../lib/adapters/aws/objects/s3-tables.ts';
import { SystemClock } from '../../../lib/adapters/system/clock.ts';
import { openFileSpace } from '../../../lib/adapters/system/file-space.ts';
import { eraserContract } from '../../contracts/eraser.ts';
import { changesContract } from '../../contracts/objects/changes.ts';
import { conversionsContract } from '../../contracts/objects/conversions.ts';
import { documentsContract } from '../../contracts/objects/documents.ts';
import { graphsContract } from '../../contracts/objects/graphs.ts';
import { linkLogContract } from '../../contracts/objects/link-log.ts';
import { modelsContract } from '../../contracts/objects/models.ts';
import { offTopicContract } from '../../contracts/objects/off-topic.ts';
import { segmentsContract } from '../../contracts/objects/segments.ts';
import { stagedContract } from '../../contracts/objects/staged.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { cloudFixtures } from './contracts-fixture.ts';

const cloud = await localCloud();
const scale = 0.1;

if (cloud === undefined) describe.skip('S3', () => {});
else {
  const make = cloudFixtures(cloud);
  segmentsContract(
    'S3Segments',
    async () => {
      const fixture = await make();
      return { ...fixture, segments: new S3Segments(fixture.bucket) };
    },
    { scale },
  );
  linkLogContract(
    'S3LinkLog',
    async () => {
      const fixture = await make();
      return { ...fixture, links: new S3LinkLog(fixture.table, fixture.bucket) };
    },
    { scale },
  );
  documentsContract('S3Documents', async () => {
    const fixture = await make();
    return { ...fixture, documents: new S3Documents(fixture.bucket) };
  });
  graphsContract('S3Tables', async () => {
    const fixture = await make();
    return { ...fixture, graphs: new S3Tables(fixture.bucket, 'bucket') };
  });
  graphsContract('S3Graphs', async () => {
    const fixture = await make();
    return {
      ...fixture,
      graphs: new S3Graphs(fixture.bucket, (memoryMb) => openFileSpace(tmpdir(), memoryMb)),
    };
  });
  modelsContract('S3Models', async () => {
    const fixture = await make();
    return { ...fixture, models: new S3Models(fixture.bucket) };
  });
  changesContract('S3Changes', async () => {
    const fixture = await make();
    return { ...fixture, changes: new S3Changes(fixture.bucket) };
  });
  offTopicContract('S3OffTopic', async () => {
    const fixture = await make();
    return { ...fixture, offTopic: new S3OffTopic(fixture.bucket) };
  });
  const makeVersioned = cloudFixtures(cloud);
  eraserContract('S3Eraser', async () => {
    const fixture = await makeVersioned();
    const { bucket, s3, bucketName: Bucket } = fixture;
    const VersioningConfiguration = { Status: 'Enabled' } as const;
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
    return {
      ...fixture,
      eraser: new S3Eraser(s3, Bucket, new SystemClock()),
      documents: new S3Documents(bucket),
      changes: new S3Changes(bucket),
      offTopic: new S3OffTopic(bucket),
      staged: new S3Staged(bucket),
      async traces(Prefix) {
        const { Versions = [], DeleteMarkers = [] } = await s3.send(
          new ListObjectVersionsCommand({ Bucket, Prefix }),
        );
        return Versions.length + DeleteMarkers.length;
      },
    };
  });
  conversionsContract('S3Conversions', async () => {
    const fixture = await make();
    return { ...fixture, conversions: new S3Conversions(fixture.bucket) };
  });
  stagedContract('S3Staged', async () => {
    const fixture = await make();
    return { ...fixture, staged: new S3Staged(fixture.bucket) };
  });
}
