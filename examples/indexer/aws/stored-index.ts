import { readFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import { download, upload } from './bucket.ts';
import { refresh } from './consume.ts';
import { indexKey } from './environment.ts';

/** Puts a file in the place of the stored index. @throws Error when a consumer stored one just then */
export async function store(bucket: string, file: string): Promise<void> {
  const s3 = new S3Client();
  const place = { bucket, key: indexKey };
  const before = await download(s3, place);
  const etag = before === 'same' ? undefined : before.etag;
  if ((await upload(s3, place, readFileSync(file), etag)) === undefined)
    throw new Error('the consumer stored an index just now: do it again');
}

/** Makes a file a copy of the stored index. */
export async function fetchIndex(bucket: string, file: string): Promise<void> {
  await refresh({ s3: new S3Client(), index: { bucket, key: indexKey }, file }, {});
}
