import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { IndexFile } from '../index-file.ts';
import { upload } from './bucket.ts';
import { type Copy, refresh, tries } from './consume.ts';
import { indexKey } from './environment.ts';
import { s3Client } from './s3.ts';

/**
 * Puts the pages that a file has of a job into the stored index, in the place of those that it had of it. Those of other
 * jobs stay, whatever consumers do meanwhile.
 * @throws Error when consumers stored one again and again
 */
export async function storeJob(
  bucket: string,
  job: string,
  built: string,
  s3: S3Client = s3Client(),
): Promise<void> {
  const place = { bucket, key: indexKey };
  const scratch = mkdtempSync(join(tmpdir(), 'indexer-'));
  const file = join(scratch, 'index.sqlite');
  try {
    const copy: Copy = {};
    for (let left = tries; left > 0; left -= 1) {
      await refresh({ s3, index: place, file }, copy);
      const index = new IndexFile(file, 'delete');
      try {
        index.replaceJob(job, built);
      } finally {
        index.close();
      }
      const { etag } = copy;
      copy.etag = undefined;
      if ((await upload(s3, place, readFileSync(file), etag)) !== undefined) return;
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  throw new Error('the consumer stored an index again and again just now: do it again');
}

/** Makes a file a copy of the stored index. @throws Error when there is none */
export async function fetchIndex(bucket: string, file: string): Promise<void> {
  const copy: Copy = {};
  await refresh({ s3: s3Client(), index: { bucket, key: indexKey }, file }, copy);
  if (copy.etag === undefined)
    throw new Error(
      `s3://${bucket}/${indexKey} is not there yet: nothing was taken in, or it is another bucket`,
    );
}
