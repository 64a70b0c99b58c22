import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { WinnowError } from '../../../base/error.ts';
import { prefixes } from '../../../config/stack/names.ts';
import type { ExportRoom, SavedScratch, Upload } from '../../../ports/operate/export-room.ts';
import { because } from '../base/cause.ts';
import { failure } from '../base/failure.ts';
import { Bucket } from './bucket.ts';

const cause = 'export';
const scratchType = { contentType: 'application/octet-stream' };
const readsAtOnce = 16;

/** `ExportRoom` below `exports/` of a bucket. */
export class S3ExportRoom implements ExportRoom {
  readonly #client: S3Client;
  readonly #name: string;
  readonly #bucket: Bucket;

  constructor(client: S3Client, name: string) {
    this.#client = client;
    this.#name = name;
    this.#bucket = new Bucket(client, name);
  }

  async begin(path: string, type: string): Promise<string> {
    const command = new CreateMultipartUploadCommand({ ...this.#at(path), ContentType: type });
    const { UploadId } = await this.#call(() => this.#client.send(command));
    if (UploadId === undefined) throw new WinnowError('unavailable', `S3 gives the upload of ${path} no id`);
    return UploadId;
  }

  async part({ path, id }: Upload, number: number, bytes: Uint8Array): Promise<string> {
    const part = { UploadId: id, PartNumber: number, Body: bytes };
    const command = new UploadPartCommand({ ...this.#at(path), ...part });
    const { ETag = '' } = await this.#call(() => this.#client.send(command));
    return ETag;
  }

  async end({ path, id }: Upload, tags: readonly string[]): Promise<void> {
    const Parts = tags.map((ETag, at) => ({ ETag, PartNumber: at + 1 }));
    const command = new CompleteMultipartUploadCommand({
      ...this.#at(path),
      ...{ UploadId: id, MultipartUpload: { Parts } },
    });
    try {
      await this.#call(() => this.#client.send(command));
    } catch (error) {
      if (!(await this.#hasEnded(error, path))) throw error;
    }
  }

  /** An upload that has become its file is not known any more. */
  async #hasEnded(error: unknown, path: string): Promise<boolean> {
    const { cause: said } = error as { readonly cause?: { readonly name?: string } };
    if (said?.name !== 'NoSuchUpload') return false;
    const key = `${prefixes.exports}${path}`;
    return (await this.#bucket.keys(cause, key, 1))[0] === key;
  }

  put(path: string, bytes: Uint8Array, contentType: string): Promise<void> {
    return this.#bucket.put(cause, `${prefixes.exports}${path}`, bytes, { contentType });
  }

  read(path: string): Promise<Uint8Array | undefined> {
    return this.#bucket.get(cause, `${prefixes.exports}${path}`);
  }

  async clear(path: string): Promise<void> {
    const keys = await this.#bucket.keys(cause, `${prefixes.exports}${path}/`, Number.POSITIVE_INFINITY);
    await this.#bucket.delete(cause, keys);
  }

  async openScratch(path: string): Promise<SavedScratch> {
    const folder = mkdtempSync(join(tmpdir(), 'winnow-export-'));
    const at = (name: string): string => join(folder, name);
    const keys = await this.#bucket.keys(cause, `${prefixes.exports}${path}/`, Number.POSITIVE_INFINITY);
    for (let from = 0; from < keys.length; from += readsAtOnce)
      await Promise.all(
        keys.slice(from, from + readsAtOnce).map(async (key) => {
          const bytes = await this.#bucket.get(cause, key);
          if (bytes !== undefined) writeFileSync(at(basename(key)), bytes);
        }),
      );
    const unsaved = new Set<string>();
    return {
      put(name, bytes) {
        writeFileSync(at(name), bytes);
        unsaved.add(name);
      },
      read(name) {
        try {
          return readFileSync(at(name));
        } catch (error) {
          throw new WinnowError('corrupt', `there is no ${name} in the scratch of ${path}`, { cause: error });
        }
      },
      save: async () => {
        for (const name of unsaved)
          await this.#bucket.put(
            cause,
            `${prefixes.exports}${path}/${name}`,
            readFileSync(at(name)),
            scratchType,
          );
        unsaved.clear();
      },
      close: () => rmSync(folder, { recursive: true, force: true }),
    };
  }

  #at(path: string) {
    return { Bucket: this.#name, Key: `${prefixes.exports}${path}` };
  }

  async #call<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await because(cause, send);
    } catch (error) {
      throw failure(error, { service: 's3', action: 'PutObject', resource: this.#name });
    }
  }
}
