import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { S3Client } from '@aws-sdk/client-s3';
import { bytesOfLines } from '../../../base/line.ts';
import { prefixes } from '../../../config/stack/names.ts';
import type { HostKey, InboxItem } from '../../../ports/hosts.ts';
import type { BackupKind, BackupPage, BackupRows, JobBackup } from '../../../ports/operate/job-backup.ts';
import { changesKey, inboxPartition } from '../base/keys.ts';
import { sortKey } from '../base/rows.ts';
import { Bucket } from '../objects/bucket.ts';
import { jsonLines } from '../objects/json-lines.ts';
import { bundleKind } from '../objects/s3-documents.ts';
import { uploadPieces } from '../objects/upload-pieces.ts';
import { type BackupTables, cause, type KindOnTable, kindsOnTables } from './backup-tables.ts';

const compressAside = promisify(gzip);
const inboxItems = 500;
const modelEnding = '.model';

/** `JobBackup` of a stack, with the rights of the person who asks: no function has them. */
export class DynamoJobBackup implements JobBackup {
  readonly #tables: BackupTables;
  readonly #client: S3Client;
  readonly #name: string;
  readonly #bucket: Bucket;

  constructor(tables: BackupTables, client: S3Client, bucket: string) {
    this.#tables = tables;
    this.#client = client;
    this.#name = bucket;
    this.#bucket = new Bucket(client, bucket);
  }

  rows<K extends BackupKind>(job: string, kind: K, limit: number, cursor?: string): Promise<BackupPage<K>> {
    const on: KindOnTable<K> = kindsOnTables[kind];
    return on.read(this.#tables, job, limit, cursor);
  }

  putRows<K extends BackupKind>(job: string, kind: K, rows: readonly BackupRows[K][]): Promise<void> {
    const on: KindOnTable<K> = kindsOnTables[kind];
    return on.write(this.#tables, job, rows);
  }

  /** Makes one request: DynamoDB ends a page at 1 MB. */
  async inbox(key: HostKey, after?: string): Promise<readonly InboxItem[]> {
    const range = { pk: inboxPartition(key), consistent: true, ...(after !== undefined && { after }) };
    const { rows } = await this.#tables.frontier.page(cause, range, inboxItems);
    return rows.map((row) => ({
      ...{ id: sortKey(row), bytes: row.bytes as Uint8Array },
      ...(row.urls !== undefined && { urls: Number(row.urls) }),
    }));
  }

  putBundle(key: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    return uploadPieces(this.#client, { Bucket: this.#name, Key: key }, bundleKind(key), pieces);
  }

  /** S3 says when an object was put last: indexers and consumers are told of it again. To compress them is half of the work of a load. */
  async putChanges(job: string, name: string, lines: readonly string[]): Promise<void> {
    const bytes = await compressAside(bytesOfLines(lines));
    await this.#bucket.put('changes', changesKey(job, name), bytes, jsonLines);
  }

  async models(): Promise<readonly string[]> {
    const keys = await this.#bucket.keys(cause, prefixes.models, Number.POSITIVE_INFINITY);
    return keys
      .filter((key) => key.endsWith(modelEnding))
      .map((key) => key.slice(prefixes.models.length, -modelEnding.length));
  }
}
