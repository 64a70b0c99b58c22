import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { S3Client } from '@aws-sdk/client-s3';
import { IndexFile } from '../index-file.ts';
import { takeIn } from '../take-in.ts';
import { bucketSource, download, type ObjectPlace, objectsOf, readObject, upload } from './bucket.ts';

/** Times that a batch is done again on the newest index because somebody else had stored one. */
const tries = 5;

export interface Consumer {
  readonly s3: S3Client;
  /** Where the index is kept. */
  readonly index: ObjectPlace;
  /** A copy of it in this machine's own storage, which nobody else touches. */
  readonly file: string;
}

/** The version of the index that `file` is a copy of, between two batches of one process. */
export interface Copy {
  etag?: string;
}

/**
 * Takes the objects that some messages are about into the index, and stores it. All or nothing: when it throws, the
 * messages come again. Safe beside others, though of two that work at once one has worked in vain.
 */
export async function consume(consumer: Consumer, copy: Copy, bodies: readonly string[]): Promise<void> {
  const { s3, index: place, file } = consumer;
  const objects = bodies.flatMap(objectsOf);
  if (objects.length === 0) return;
  for (let left = tries; left > 0; left -= 1) {
    await refresh(consumer, copy);
    // What is in the file and not stored must not be taken for the version that it came from.
    const { etag } = copy;
    delete copy.etag;
    const index = new IndexFile(file, 'delete');
    try {
      for (const object of objects)
        await takeIn(index, await readObject(s3, object), bucketSource(s3, object.bucket));
    } finally {
      index.close();
    }
    const stored = await upload(s3, place, readFileSync(file), etag);
    if (stored !== undefined) {
      copy.etag = stored;
      return;
    }
  }
  throw new Error(`others stored s3://${place.bucket}/${place.key} again and again`);
}

/** Makes the file the newest version of the index, empty when there is none. */
export async function refresh({ s3, index, file }: Consumer, copy: Copy): Promise<void> {
  const now = await download(s3, index, copy.etag);
  if (now === 'same') return;
  for (const rest of ['', '-journal']) rmSync(file + rest, { force: true });
  if (now.bytes !== undefined) writeFileSync(file, now.bytes);
  if (now.etag === undefined) delete copy.etag;
  else copy.etag = now.etag;
}
