import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { readTurn, type TurnChanges } from '../change.ts';
import type { Source } from '../take-in.ts';

export interface ObjectPlace {
  readonly bucket: string;
  readonly key: string;
}

/** The changes objects that a message of the queue is about; none of the message by which S3 tries the queue out. */
export function objectsOf(body: string): readonly ObjectPlace[] {
  const message = JSON.parse(body);
  if (message.Message !== undefined) return objectsOf(message.Message);
  if (message.detail?.object !== undefined)
    return [{ bucket: message.detail.bucket.name, key: message.detail.object.key }];
  return (message.Records ?? []).map(
    ({ s3 }: { readonly s3: { readonly bucket: { name: string }; readonly object: { key: string } } }) => ({
      bucket: s3.bucket.name,
      key: decodeURIComponent(s3.object.key.replaceAll('+', ' ')),
    }),
  );
}

/** The turn that a key names. @throws Error for the key of something else */
export function placeOf(key: string): Omit<TurnChanges, 'changes'> {
  const [, job, host, turn] = /^changes\/([^/]+)\/([^/]+)\/(\d+)\.jsonl\.gz$/.exec(key) ?? [];
  if (job === undefined || host === undefined) throw new Error(`${key} is not the key of a changes object`);
  return { job, host, turn: Number(turn) };
}

/** @throws Error that names the object, when it is not there or damaged */
export async function readObject(s3: S3Client, { bucket, key }: ObjectPlace): Promise<TurnChanges> {
  const place = placeOf(key);
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const text = gunzipSync((await Body?.transformToByteArray()) ?? new Uint8Array()).toString('utf8');
    return readTurn(
      place,
      text.split('\n').filter((line) => line !== ''),
    );
  } catch (cause) {
    throw new Error(`s3://${bucket}/${key}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Reads missed objects from Winnow's bucket. */
export function bucketSource(s3: S3Client, bucket: string): Source {
  return {
    async *between(job, host, { after, upTo, since }) {
      const prefix = `changes/${job}/${host}/`;
      const gone = (missing: number): Error =>
        new Error(
          `turn ${missing} of ${host} is not in s3://${bucket}/${prefix}: was it deleted? Build the index anew`,
        );
      let turn = after;
      // What was put before the snapshot may have been deleted since.
      let isKnown = since === undefined;
      for await (const { key, putAt } of objectsAfter(s3, bucket, prefix, after)) {
        const next = placeOf(key).turn;
        if (next > upTo) break;
        // Times of S3 are whole seconds.
        if (since !== undefined && putAt + 1_000 <= Date.parse(since)) {
          turn = next;
          continue;
        }
        const object = await readObject(s3, { bucket, key });
        const { previous = 0 } = object.changes[0] ?? {};
        if (isKnown && previous > turn) throw gone(previous);
        turn = next;
        isKnown = true;
        yield object;
      }
      if (isKnown && turn < upTo) throw gone(upTo);
    },
  };
}

/** The objects of a host after a turn, ascending. `putAt`: epoch ms. */
async function* objectsAfter(s3: S3Client, Bucket: string, Prefix: string, turn: number) {
  let StartAfter = `${Prefix}${String(turn).padStart(10, '0')}.jsonl.gz`;
  for (let more = true; more; ) {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter }));
    for (const { Key: key = '', LastModified } of page.Contents ?? []) {
      yield { key, putAt: LastModified?.getTime() ?? 0 };
      StartAfter = key;
    }
    more = page.IsTruncated === true;
  }
}

/** An index as it is stored: `etag` names its version, undefined when there is none yet. */
export interface StoredFile {
  readonly bytes: Uint8Array | undefined;
  readonly etag: string | undefined;
}

/** @param etag what the caller has of it already: then nothing is read again, and `bytes` is undefined */
export async function download(
  s3: S3Client,
  place: ObjectPlace,
  etag?: string,
): Promise<StoredFile | 'same'> {
  try {
    const { Body, ETag } = await s3.send(
      new GetObjectCommand({
        Bucket: place.bucket,
        Key: place.key,
        ...(etag === undefined ? {} : { IfNoneMatch: etag }),
      }),
    );
    return { bytes: await Body?.transformToByteArray(), etag: ETag };
  } catch (error) {
    const { name, $metadata } = error as {
      readonly name: string;
      readonly $metadata?: { httpStatusCode?: number };
    };
    if (name === 'NoSuchKey') return { bytes: undefined, etag: undefined };
    if ($metadata?.httpStatusCode === 304) return 'same';
    throw error;
  }
}

/** Replaces the version `etag`, or makes the first one. @returns the new version; undefined when somebody was faster */
export async function upload(
  s3: S3Client,
  place: ObjectPlace,
  bytes: Uint8Array,
  etag: string | undefined,
): Promise<string | undefined> {
  const { bucket: Bucket, key: Key } = place;
  const condition = etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag };
  try {
    const { ETag } = await s3.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ...condition }));
    return ETag;
  } catch (error) {
    const { name } = error as Error;
    if (name === 'PreconditionFailed' || name === 'ConditionalRequestConflict') return undefined;
    throw error;
  }
}
