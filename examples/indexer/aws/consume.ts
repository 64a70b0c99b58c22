import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { S3Client } from '@aws-sdk/client-s3';
import { IndexFile } from '../index-file.ts';
import { takeIn } from '../take-in.ts';
import { bucketSource, download, type ObjectPlace, objectsOf, readObject, upload } from './bucket.ts';

/** Times that a batch is done again on the newest index because somebody else had stored one. */
export const tries = 5;

export interface Consumer {
  readonly s3: S3Client;
  /** Where the index is kept. */
  readonly index: ObjectPlace;
  /** A copy of it in this machine's own storage, which nobody else touches. */
  readonly file: string;
}

/** The version of the index that `file` is a copy of, between two batches of one process. */
export interface Copy {
  etag?: string | undefined;
}

/** A message of the queue. */
export interface Message {
  readonly id: string;
  readonly body: string;
}

/** A message that could not be taken in: it comes again, and after some times lies among the dead letters. */
export interface Failure {
  readonly id: string;
  readonly why: string;
}

/**
 * Takes the objects that some messages are about into the index, and stores it. What fails of one message holds up no
 * other. When it throws, nothing was stored, and all of them come again. Safe beside others, though of two that work at
 * once one has worked in vain.
 */
export async function consume(
  consumer: Consumer,
  copy: Copy,
  messages: readonly Message[],
): Promise<readonly Failure[]> {
  const { s3, index: place, file } = consumer;
  for (let left = tries; left > 0; left -= 1) {
    await refresh(consumer, copy);
    // What is in the file and not stored must not be taken for the version that it came from.
    const { etag } = copy;
    copy.etag = undefined;
    const { taken, failures } = await takeAll(s3, file, messages);
    if (taken === 0) {
      if (failures.length === 0) copy.etag = etag;
      return failures;
    }
    const stored = await upload(s3, place, readFileSync(file), etag);
    if (stored !== undefined) {
      copy.etag = stored;
      return failures;
    }
  }
  throw new Error(`others stored s3://${place.bucket}/${place.key} again and again`);
}

/** @throws what SQLite says when it cannot go on: then no message is to blame */
async function takeAll(
  s3: S3Client,
  file: string,
  messages: readonly Message[],
): Promise<{ readonly taken: number; readonly failures: readonly Failure[] }> {
  const index = new IndexFile(file, 'delete');
  const failures: Failure[] = [];
  let taken = 0;
  try {
    for (const { id, body } of messages) {
      try {
        for (const object of objectsOf(body)) {
          const { turns } = await readObject(s3, object);
          for (const turn of turns) await takeIn(index, turn, bucketSource(s3, object.bucket));
          taken += 1;
        }
      } catch (error) {
        const { code, message } = error as Error & { readonly code?: string };
        if (code === 'ERR_SQLITE_ERROR') throw error;
        failures.push({ id, why: message });
      }
    }
  } finally {
    index.close();
  }
  return { taken, failures };
}

/** Makes the file the newest version of the index, empty when there is none. */
export async function refresh({ s3, index, file }: Consumer, copy: Copy): Promise<void> {
  const now = await download(s3, index, copy.etag);
  if (now === 'same') return;
  for (const rest of ['', '-journal', '-wal', '-shm']) rmSync(file + rest, { force: true });
  if (now.bytes !== undefined) writeFileSync(file, now.bytes);
  copy.etag = now.etag;
}
