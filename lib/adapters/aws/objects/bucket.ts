import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { WinnowError } from '../../../base/error.ts';
import { because } from '../base/cause.ts';
import { failure } from '../base/failure.ts';
import { chunks, untilNothingIsLeft } from '../base/retry.ts';

export interface ObjectKind {
  readonly contentType: string;
  /** `gzip`, for compressed objects. */
  readonly contentEncoding?: string;
}

/** Bytes of an object. */
interface Found {
  readonly bytes: Uint8Array;
  /** Bytes that the object has in all. */
  readonly size: number;
  /** Changes with each put. */
  readonly tag?: string | undefined;
}

const inProgress = 'ConditionalRequestConflict';
const overtaken: readonly string[] = ['PreconditionFailed', inProgress, 'NoSuchKey'];

/** The limit of DeleteObjects. */
const deleteSize = 1_000;
/** The limit of ListObjectsV2. */
const listSize = 1_000;

/**
 * The operations of Winnow on a bucket. Requests are booked under `cause` (`base/cause.ts`).
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
    await this.#untilPut(key, async () => {
      const command = this.#putCommand(key, bytes, kind, { IfNoneMatch: '*' });
      // Another put of this key may be in progress, and may yet fail.
      return (await this.#putIf(cause, command)) !== inProgress;
    });
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
    await this.#untilPut(key, async () => {
      for (;;) {
        const found = await this.#get(cause, key);
        const bytes = found && (await revise(found.bytes));
        if (bytes === undefined) return true;
        const command = this.#putCommand(key, bytes, kind, { IfMatch: found?.tag });
        if ((await this.#putIf(cause, command)) !== undefined) return false;
      }
    });
  }

  /** Calls `attempt` until it says that it is done. */
  async #untilPut(key: string, attempt: () => Promise<boolean>): Promise<void> {
    const left = await untilNothingIsLeft([key], async () => ((await attempt()) ? [] : [key]));
    if (left.length > 0)
      throw new WinnowError('unavailable', `s3:PutObject of ${key} met others again and again`);
  }

  /** @returns what S3 says if somebody else has put or deleted the object meanwhile, or is doing so */
  async #putIf(cause: string, command: PutObjectCommand): Promise<string | undefined> {
    try {
      await because(cause, () => this.#client.send(command));
      return undefined;
    } catch (error) {
      const { name } = error as Error;
      if (overtaken.includes(name)) return name;
      throw this.#failure(error, 'PutObject');
    }
  }

  /** The object, or its bytes from `start` to `end` (exclusive) as far as it has them. Undefined: there is no object. */
  async get(
    cause: string,
    key: string,
    range?: { readonly start: number; readonly end: number },
  ): Promise<Uint8Array | undefined> {
    const bounds = range && `${range.start}-${Math.max(range.start, range.end - 1)}`;
    return (await this.#get(cause, key, bounds))?.bytes;
  }

  /** The last bytes of an object, at most `length` of them, and the bytes that it has in all. Undefined: there is no object. */
  end(cause: string, key: string, length: number): Promise<Found | undefined> {
    return this.#get(cause, key, `-${length}`);
  }

  async #get(cause: string, key: string, range?: string): Promise<Found | undefined> {
    const command = new GetObjectCommand({
      Bucket: this.#name,
      Key: key,
      Range: range && `bytes=${range}`,
    });
    try {
      const { Body, ContentRange, ETag: tag } = await because(cause, () => this.#client.send(command));
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
      // A server that ignores the range gives the whole object.
      const [, size] = /\/(\d+)$/.exec(ContentRange ?? '') ?? [];
      return { bytes, tag, size: Number(size ?? bytes.length) };
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
      ContentEncoding: contentEncoding,
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
