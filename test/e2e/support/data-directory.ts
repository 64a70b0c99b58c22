import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Connection } from '../../../lib/adapters/embedded/base/connection.ts';
import { FileChanges } from '../../../lib/adapters/embedded/files/file-changes.ts';
import { openDatabaseBeside } from '../../../lib/adapters/embedded/tables/database.ts';
import { SqliteHosts } from '../../../lib/adapters/embedded/tables/sqlite-hosts.ts';
import { SqliteJobs } from '../../../lib/adapters/embedded/tables/sqlite-jobs.ts';
import { SqliteLinkLog } from '../../../lib/adapters/embedded/tables/sqlite-link-log.ts';
import { SqliteRecords } from '../../../lib/adapters/embedded/tables/sqlite-records.ts';
import { SqliteSegments } from '../../../lib/adapters/embedded/tables/sqlite-segments.ts';
import { footerLength, indexOffset } from '../../../lib/archive/warc/bundle-index.ts';
import { isBundleName } from '../../../lib/archive/warc/compression.ts';
import { type MemberPlace, memberPlace } from '../../../lib/archive/warc/document-name.ts';
import { bodyOf, storedDocument } from '../../../lib/archive/warc/stored-document.ts';
import { decodeLinkLines, type LinkLine } from '../../../lib/base/links/link-segment.ts';
import type { RecordEntry } from '../../../lib/ports/records.ts';
import { type Published, readPublished } from './changes.ts';
import { type Collection, readCollection } from './collection.ts';

/** A data directory as somebody finds it who comes after the crawl. */
export interface DataDirectory {
  collection(job: string): Promise<Collection>;
  records(job: string): Promise<readonly RecordEntry[]>;
  published(job: string): Promise<Published>;
  /** Every line of the link log. */
  links(job: string): readonly LinkLine[];
  /** A document without its content coding, and as it is stored. */
  document(name: string): { readonly body: Buffer; readonly payload: Buffer };
  /** What is wrong with the files and the database, in words. */
  faults(): readonly string[];
  close(): void;
}

export function openData(directory: string): DataDirectory {
  const database = openDatabaseBeside(directory);
  const db = database.connection;
  const ports = {
    jobs: new SqliteJobs(db),
    hosts: new SqliteHosts(db),
    segments: new SqliteSegments(db),
    links: new SqliteLinkLog(db),
    records: new SqliteRecords(db),
  };
  const changes = new FileChanges(db, directory);
  return {
    collection: (job) => readCollection(ports, job),
    async records(job) {
      const all: RecordEntry[] = [];
      let cursor: string | undefined;
      do {
        const page = await ports.records.records(job, 1_000, cursor);
        all.push(...page.records);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return all;
    },
    async published(job) {
      const { objects: order } = await changes.list(job, {}, 1_000_000);
      const objects = await Promise.all(order.map(({ name }) => changes.read(job, name)));
      return readPublished(objects.map((lines) => lines ?? []));
    },
    links: (job) => linkLines(db, job),
    document(name) {
      const { bundle, offset, length } = memberPlace(name) as MemberPlace;
      const bytes = readFileSync(join(directory, bundle)).subarray(offset, offset + length);
      const stored = storedDocument(name, bytes);
      return { body: Buffer.from(bodyOf(stored)), payload: Buffer.from(stored.payload) };
    },
    faults: () => [...databaseFaults(db), ...fileFaults(directory)],
    close: () => database.close(),
  };
}

function linkLines(db: Connection, job: string): readonly LinkLine[] {
  const segments = db.all<{ readonly bytes: Uint8Array }>(
    'SELECT bytes FROM link_segment WHERE job = ? ORDER BY id',
    job,
  );
  return segments.flatMap(({ bytes }) => [...decodeLinkLines(Buffer.from(bytes).toString('utf8'))]);
}

function databaseFaults(db: Connection): readonly string[] {
  const rows = db.all<{ readonly integrity_check: string }>('PRAGMA integrity_check');
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

/** Documents and bundles that cannot be unpacked, bundles without an index, changes objects that do not end with a line. */
function fileFaults(directory: string): readonly string[] {
  const faults: string[] = [];
  for (const { name, parentPath } of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = join(parentPath, name);
    try {
      // The next crawl ends a bundle that a killed one left open.
      if (existsSync(`${file}.open`)) continue;
      if (name.endsWith('.gz')) gunzipSync(readFileSync(file));
      if (isBundleName(name)) indexOffset(readFileSync(file).subarray(-footerLength));
      // A changes object may have no line at all.
      if (name.endsWith('.jsonl') && !/^$|}\n$/.test(readFileSync(file, 'utf8')))
        faults.push(`${file}: torn`);
    } catch (error) {
      faults.push(`${file}: ${error}`);
    }
  }
  return faults;
}
