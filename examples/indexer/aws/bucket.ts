import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type Previous, readTurns, type TurnChanges } from '../change.ts';
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

/** @throws Error for the key of something else than a changes object */
export function mustBeChanges(key: string): void {
  if (!/^changes\/[^/]+\/(~[^/]+|[^/]+\/\d+)\.jsonl\.gz$/.test(key))
    throw new Error(`${key} is not the key of a changes object`);
}

/** A changes object as it is stored. `putAt`: epoch ms, whole seconds. */
interface StoredObject {
  readonly turns: readonly TurnChanges[];
  readonly putAt: number;
}

/** @throws Error that names the object, when it is not there or damaged */
export async function readObject(s3: S3Client, { bucket, key }: ObjectPlace): Promise<StoredObject> {
  mustBeChanges(key);
  try {
    const { Body, LastModified } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    const text = gunzipSync((await Body?.transformToByteArray()) ?? new Uint8Array()).toString('utf8');
    const lines = text.split('\n').filter((line) => line !== '');
    return { turns: readTurns(key, lines), putAt: LastModified?.getTime() ?? 0 };
  } catch (cause) {
    throw new Error(`s3://${bucket}/${key}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/**
 * Reads missed turns from Winnow's bucket: the last one from the object that the turn after it names, and so on backwards,
 * each from where the one after it says that it is.
 */
export function bucketSource(s3: S3Client, bucket: string): Source {
  return {
    async *between(_job, host, { after, upTo, object, since }) {
      const missed: TurnChanges[] = [];
      let place: Previous | undefined = { turn: upTo, ...(object === undefined ? {} : { object }) };
      while (place !== undefined && place.turn > after && place.object !== undefined) {
        const { turn, object: key } = place as Required<Previous>;
        const { turns, putAt } = await readObject(s3, { bucket, key }).catch((cause: Error) => {
          // What was put before the snapshot may have been deleted since.
          if (since !== undefined && missed.length === 0) return { turns: [], putAt: 0 };
          throw new Error(
            `turn ${turn} of ${host} cannot be read: was it deleted? Build the index anew. ${cause.message}`,
            {
              cause,
            },
          );
        });
        // All that came before is in the snapshot as well.
        if (since !== undefined && putAt + 1_000 <= Date.parse(since)) break;
        const found = turns.find((one) => one.host === host && one.turn === turn);
        if (found !== undefined) missed.push(found);
        else if (turns.length > 0) throw new Error(`turn ${turn} of ${host} is not in s3://${bucket}/${key}`);
        const [first] = found?.changes ?? [];
        place = first?.previous;
      }
      yield* missed.reverse();
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
