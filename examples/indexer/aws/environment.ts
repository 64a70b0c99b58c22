import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Consumer } from './consume.ts';

/** The key of the index in its bucket. */
export const indexKey = 'index.sqlite';

/** The variable that the stack sets and the function reads. */
export const indexBucketVariable = 'INDEX_BUCKET';

/** @throws Error without the name of the index's bucket */
export function consumerFrom(
  environment: Readonly<Record<string, string | undefined>>,
  s3: S3Client,
): Consumer {
  const bucket = environment[indexBucketVariable];
  if (bucket === undefined) throw new Error(`${indexBucketVariable} is not set`);
  // A directory of its own: an emulator runs several functions side by side on one machine.
  const file = join(mkdtempSync(join(tmpdir(), 'indexer-')), 'index.sqlite');
  return { s3, index: { bucket, key: indexKey }, file };
}
