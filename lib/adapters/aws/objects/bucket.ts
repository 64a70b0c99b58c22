import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { defined } from '../../../domain/base/defined.ts';
import { WinnowError } from '../../../domain/base/error.ts';
import { failure } from '../clients/failure.ts';
import { because } from '../metering/cause.ts';
import { chunks, untilNothingIsLeft } from '../tables/retry.ts';

export interface ObjectKind {
  readonly contentType: string;
  /** `gzip`, for compressed objects. */
  readonly contentEncoding?: string;
}

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What S3 says when somebody else has put or deleted an object meanwhile, or is doing so. */
const overtaken: ReadonlySet<string> = new Set([
  'PreconditionFailed',
  'ConditionalRequestConflict',
  'NoSuchKey',
]);

/** The limit of DeleteObjects. */
const deleteSize = 1_000;
/** The limit of ListObjectsV2. */
const listSize = 1_000;

/**
 * The operations of Winnow on a bucket. Requests are booked under `cause` (`metering/cause.ts`).
 * @throws WinnowError `unavailable`, also when the rights do not allow to see whether an object exists
 */
export class Bucket {
  readonly #client: S3Client;
  readonly #name: string;

  constructor(client: S3Client, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async put(cause: string, key: string, bytes: Uint8Array, kind: ObjectKind): Promise<void> {
    await this.#call(cause, 'PutObject', () => this.#client.send(this.#putCommand(key, bytes, kind)));
  }

  /** Puts an immutable object, unless one is stored under this key. */
  async putOnce(cause: string, key: string, bytes: Uint8Array, kind: ObjectKind): Promise<void> {
    const left = await untilNothingIsLeft([key], async () => {
      try {
        const command = this.#putCommand(key, bytes, kind, { IfNoneMatch: '*' });
        await because(cause, () => this.#client.send(command));
        return [];
      } catch (error) {
        const { name } = error as Error;
        if (name === 'PreconditionFailed') return [];
        // Another put of this key is in progress, and may yet fail.
        if (name === 'ConditionalRequestConflict') return [key];
        throw this.#failure(error, 'PutObject');
      }
    });
    if (left.length > 0)
      throw new WinnowError('unavailable', `s3:PutObject of ${key} met others again and again`);
  }

  /**
   * Replaces an object by what `revise` makes of it, unless somebody else has put it meanwhile, and looks again, until
   * `revise` leaves what is there as it is: undefined.
   */
  async revise(
    cause: string,
    key: string,
    kind: ObjectKind,
    revise: (bytes: Uint8Array) => Promise<Uint8Array | undefined>,
  ): Promise<void> {
    const left = await untilNothingIsLeft([key], async () => {
      for (;;) {
        const found = await this.#get(cause, key);
        const bytes = found && (await revise(found.bytes));
        if (found === undefined || bytes === undefined) return [];
        try {
          const command = this.#putCommand(key, bytes, kind, defined({ IfMatch: found.tag }));
          await because(cause, () => this.#client.send(command));
        } catch (error) {
          if (!overtaken.has((error as Error).name)) throw this.#failure(error, 'PutObject');
          return [key];
        }
      }
    });
    if (left.length > 0)
      throw new WinnowError('unavailable', `s3:PutObject of ${key} met others again and again`);
  }

  /** The object, or its bytes from `start` to `end` (exclusive) as far as it has them. Undefined: there is no object. */
  async get(cause: string, key: string, range?: ByteRange): Promise<Uint8Array | undefined> {
    return (await this.#get(cause, key, range))?.bytes;
  }

  async #get(
    cause: string,
    key: string,
    range?: ByteRange,
  ): Promise<{ readonly bytes: Uint8Array; readonly tag?: string | undefined } | undefined> {
    const command = new GetObjectCommand({
      Bucket: this.#name,
      Key: key,
      ...(range !== undefined && { Range: `bytes=${range.start}-${Math.max(range.start, range.end - 1)}` }),
    });
    try {
      const { Body, ETag: tag } = await because(cause, () => this.#client.send(command));
      return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), tag };
    } catch (error) {
      const { name } = error as Error;
      if (name === 'NoSuchKey') return undefined;
      if (name === 'InvalidRange') return { bytes: new Uint8Array() };
      throw this.#failure(error, 'GetObject');
    }
  }

  /** The last bytes of an object, at most `length` of them, and the bytes that it has in all. Undefined: there is no object. */
  async end(
    cause: string,
    key: string,
    length: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly size: number } | undefined> {
    const command = new GetObjectCommand({ Bucket: this.#name, Key: key, Range: `bytes=-${length}` });
    try {
      const { Body, ContentRange } = await because(cause, () => this.#client.send(command));
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
      // A server that ignores the range gives the whole object.
      const [, size] = /\/(\d+)$/.exec(ContentRange ?? '') ?? [];
      return { bytes, size: size === undefined ? bytes.length : Number(size) };
    } catch (error) {
      const { name } = error as Error;
      if (name === 'NoSuchKey') return undefined;
      if (name === 'InvalidRange') return { bytes: new Uint8Array(), size: 0 };
      throw this.#failure(error, 'GetObject');
    }
  }

  /** Keys with a prefix, ascending, at most `limit`; with `after`, only keys after `prefix` + `after`. */
  async keys(cause: string, prefix: string, limit: number, after?: string): Promise<readonly string[]> {
    return (await this.objects(cause, prefix, limit, after)).map(({ key }) => key);
  }

  /** As `keys`, with the size and the time of each put: epoch ms in whole seconds. */
  async objects(
    cause: string,
    prefix: string,
    limit: number,
    after?: string,
  ): Promise<readonly { readonly key: string; readonly at: number; readonly bytes: number }[]> {
    const objects: { readonly key: string; readonly at: number; readonly bytes: number }[] = [];
    for (
      let from = after === undefined ? undefined : prefix + after;
      objects.length < limit;
      from = objects.at(-1)?.key
    ) {
      const command = new ListObjectsV2Command({
        Bucket: this.#name,
        Prefix: prefix,
        MaxKeys: Math.min(limit - objects.length, listSize),
        ...(from !== undefined && { StartAfter: from }),
      });
      const answer = await this.#call(cause, 'ListBucket', () => this.#client.send(command));
      for (const { Key, LastModified, Size = 0 } of answer.Contents ?? [])
        if (Key !== undefined) objects.push({ key: Key, at: LastModified?.getTime() ?? 0, bytes: Size });
      if (!answer.IsTruncated) break;
    }
    return objects;
  }

  /** Deletes objects, and passes over missing ones. On an error any part of them is deleted. */
  async delete(cause: string, keys: readonly string[]): Promise<void> {
    for (const some of chunks(keys, deleteSize)) {
      const left = await untilNothingIsLeft(some, async (undone) => {
        const command = new DeleteObjectsCommand({
          Bucket: this.#name,
          Delete: { Objects: undone.map((Key) => ({ Key })), Quiet: true },
        });
        const { Errors = [] } = await this.#call(cause, 'DeleteObject', () => this.#client.send(command));
        const denied = Errors.find(({ Code }) => Code === 'AccessDenied');
        if (denied !== undefined) throw this.#failure({ ...denied, name: denied.Code }, 'DeleteObject');
        return Errors.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      });
      if (left.length > 0) {
        throw new WinnowError(
          'unavailable',
          `s3:DeleteObject on ${this.#name} left ${left.length} objects undone`,
        );
      }
    }
  }

  #putCommand(
    key: string,
    bytes: Uint8Array,
    { contentType, contentEncoding }: ObjectKind,
    condition: Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'> = {},
  ): PutObjectCommand {
    return new PutObjectCommand({
      Bucket: this.#name,
      Key: key,
      Body: bytes,
      ContentType: contentType,
      ...defined({ ContentEncoding: contentEncoding }),
      ...condition,
    });
  }

  async #call<T>(cause: string, action: string, send: () => Promise<T>): Promise<T> {
    try {
      return await because(cause, send);
    } catch (error) {
      throw this.#failure(error, action);
    }
  }

  #failure(error: unknown, action: string): WinnowError {
    return failure(error, { service: 's3', action, resource: this.#name });
  }
}
