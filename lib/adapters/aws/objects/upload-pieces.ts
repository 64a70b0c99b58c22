import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { KeptMemory } from '../../../base/bytes/kept-memory.ts';
import { WinnowError } from '../../../base/error.ts';
import { failure } from '../base/failure.ts';
import type { ObjectKind } from './bucket.ts';

/** S3 takes parts of 5 MB to 5 GB, and 10,000 of them. */
const partBytes = 16 * 1024 * 1024;

/** Where an object is put. */
interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/** Puts an object that comes in pieces: at once where it is small, in parts where it is not. Nothing is there before the last piece is. */
export async function uploadPieces(
  client: S3Client,
  place: Place,
  { contentType }: ObjectKind,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const parts = partsOf(pieces);
  const first = await parts.next();
  if (first.done) throw new WinnowError('corrupt', `${place.Key} has no bytes`);
  const second = await parts.next();
  await translated(place, async () => {
    if (second.done) {
      await client.send(new PutObjectCommand({ ...place, Body: first.value, ContentType: contentType }));
      return;
    }
    const begin = new CreateMultipartUploadCommand({ ...place, ContentType: contentType });
    const { UploadId } = await client.send(begin);
    const upload = { ...place, UploadId };
    try {
      const Parts: { readonly ETag: string | undefined; readonly PartNumber: number }[] = [];
      const put = async (Body: Uint8Array) => {
        const PartNumber = Parts.length + 1;
        const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
        Parts.push({ ETag, PartNumber });
      };
      await put(first.value);
      await put(second.value);
      for await (const part of parts) await put(part);
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(upload));
      throw error;
    }
  });
}

/** Whoever gives pieces may use their memory for the next ones; that of a part is used again two parts later. */
async function* partsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let [memory, other] = [new KeptMemory(), new KeptMemory()];
  let size = 0;
  for await (const piece of pieces) {
    // Most objects are of one piece.
    const room = size === 0 ? piece.length : Math.max(partBytes, size) + piece.length;
    memory.of(room, size).set(piece, size);
    size += piece.length;
    if (size < partBytes) continue;
    yield memory.of(size);
    [memory, other] = [other, memory];
    size = 0;
  }
  if (size > 0) yield memory.of(size);
  return undefined;
}

async function translated<T>({ Bucket }: Place, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    throw failure(error, { service: 's3', action: 'PutObject', resource: Bucket });
  }
}
