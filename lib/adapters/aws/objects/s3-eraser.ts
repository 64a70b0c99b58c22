import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ObjectVersion,
  type S3Client,
} from '@aws-sdk/client-s3';
import { type ErasedMember, eraseInBundle } from '../../../archive/bundles.ts';
import { memberPlace } from '../../../archive/documents.ts';
import { defined } from '../../../base/defined.ts';
import { WinnowError } from '../../../base/error.ts';
import { stagedBeginning } from '../../../domain/collection/staged-id.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { HostKey } from '../../../ports/hosts.ts';
import type { ErasedDocument, Eraser } from '../../../ports/operate/eraser.ts';
import { failure } from '../base/failure.ts';
import { convertingPrefix, offTopicPrefix, stagedPrefix } from '../base/keys.ts';
import { Bucket } from './bucket.ts';
import { bundleKind } from './s3-documents.ts';

type Version = Pick<ObjectVersion, 'Key' | 'VersionId' | 'IsLatest'>;

/**
 * `Eraser` on S3, with the rights of the person who asks: no function has them (`infra/crawl/grants.ts`). The bucket keeps what
 * is deleted or written over as former versions for weeks; they are deleted too.
 */
export class S3Eraser implements Eraser {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(client: S3Client, bucket: string, clock: Pick<Clock, 'now'>) {
    this.#client = client;
    this.#bucket = bucket;
    this.#clock = clock;
  }

  /** Asks for what only those may do who may erase, and changes nothing. @throws WinnowError for who may not */
  async mayErase(): Promise<void> {
    const one = new ListObjectVersionsCommand({ Bucket: this.#bucket, MaxKeys: 1 });
    await this.#call('ListBucketVersions', () => this.#client.send(one));
  }

  async erase(documents: readonly ErasedDocument[]): Promise<void> {
    const members = documents.flatMap(({ name, md5 }): readonly ErasedMember[] => {
      const place = memberPlace(name);
      return place === undefined ? [] : [{ ...place, md5 }];
    });
    for (const [key, some] of Map.groupBy(members, ({ bundle }) => bundle)) await this.#eraseIn(key, some);
  }

  /** Puts a bundle without some of its pages. Its former versions go also when an earlier call died before that. */
  async #eraseIn(key: string, members: readonly ErasedMember[]): Promise<void> {
    const bucket = new Bucket(this.#client, this.#bucket);
    await bucket.revise('document', key, bundleKind(key), async (bundle) => {
      const left = eraseInBundle(bundle, { key, at: this.#clock.now() }, members);
      return left === bundle ? undefined : left;
    });
    await this.#deleteVersions(key, ({ Key, IsLatest }) => Key === key && IsLatest !== true);
  }

  async forget(host: HostKey, shared: readonly string[]): Promise<void> {
    for (const key of shared)
      await this.#deleteVersions(key, ({ Key, IsLatest }) => Key === key && IsLatest !== true);
    const staged = stagedPrefix(host.job) + stagedBeginning(host.host);
    const own = [offTopicPrefix(host), staged, convertingPrefix(host)];
    for (const prefix of own) await this.#deleteVersions(prefix, ({ IsLatest }) => IsLatest !== true);
  }

  /** Deletes page by page: DeleteObjects takes as many versions as a page of the list has. */
  async #deleteVersions(prefix: string, isMeant: (version: Version) => boolean): Promise<void> {
    let next: { readonly KeyMarker?: string; readonly VersionIdMarker?: string } | undefined = {};
    while (next !== undefined) {
      const page = await this.#call('ListBucketVersions', () =>
        this.#client.send(new ListObjectVersionsCommand({ Bucket: this.#bucket, Prefix: prefix, ...next })),
      );
      const found: readonly Version[] = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
      await this.#delete(found.filter(isMeant));
      const { IsTruncated, NextKeyMarker, NextVersionIdMarker } = page;
      next = IsTruncated
        ? defined({ KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker })
        : undefined;
    }
  }

  async #delete(versions: readonly Version[]): Promise<void> {
    if (versions.length === 0) return;
    const Objects = versions.map(({ Key = '', VersionId }) => ({ Key, VersionId }));
    const { Errors = [] } = await this.#call('DeleteObjectVersion', () =>
      this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } })),
    );
    const [first] = Errors;
    if (first !== undefined) {
      const what = `s3:DeleteObjectVersion on ${this.#bucket}: ${first.Code} for ${first.Key}`;
      throw new WinnowError('unavailable', `${what}; asked again it goes on where it was`);
    }
  }

  async #call<T>(action: string, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw failure(error, { service: 's3', action, resource: this.#bucket });
    }
  }
}
