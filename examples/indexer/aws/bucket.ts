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

export async function readObject(s3: S3Client, { bucket, key }: ObjectPlace): Promise<TurnChanges> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  const text = gunzipSync((await Body?.transformToByteArray()) ?? new Uint8Array()).toString('utf8');
  return readTurn(
    placeOf(key),
    text.split('\n').filter((line) => line !== ''),
  );
}

/** Reads missed objects from Winnow's bucket. */
export function bucketSource(s3: S3Client, bucket: string): Source {
  return {
    async *between(job, host, { after, upTo, since }) {
      const prefix = `changes/${job}/${host}/`;
      let from = `${prefix}${String(after).padStart(10, '0')}.jsonl.gz`;
      let turn = after;
      for (let more = true; more && turn < upTo; ) {
        const page = await s3.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, StartAfter: from }),
        );
        for (const { Key: key = '', LastModified } of page.Contents ?? []) {
          from = key;
          turn = placeOf(key).turn;
          if (turn > upTo) break;
          // Times of S3 are whole seconds.
          if (since !== undefined && (LastModified?.getTime() ?? 0) + 1_000 <= Date.parse(since)) continue;
          yield await readObject(s3, { bucket, key });
        }
        more = page.IsTruncated === true;
      }
      if (turn < upTo) {
        throw new Error(
          `turn ${upTo} of ${host} is not in s3://${bucket}/${prefix}: were old objects deleted? Build the index anew`,
        );
      }
    },
  };
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
