import type { CanonicalUrl } from '../../base/url/url.ts';
import type { StoredDomain } from '../domains.ts';
import type { HostKey, InboxItem } from '../hosts.ts';
import type { Tally } from '../jobs.ts';
import type { GroupMember, NearGroup } from '../near-duplicates.ts';
import type { RecordEntry } from '../records.ts';

/** What stores keep of a job beside its hosts, by kind: each row is whole, and says what it is called. */
export interface BackupRows {
  readonly domains: { readonly domain: string } & Omit<StoredDomain, 'damaged'>;
  readonly notes: { readonly name: string; readonly version: number; readonly text: string };
  readonly counters: { readonly name: string; readonly total: number };
  /** Sheets of counters. */
  readonly tallies: { readonly sheet: string; readonly counts: Tally };
  readonly pages: { readonly day: string; readonly pages: number };
  /** Records, also those that no URL leads to any more; `urls` without the first one. */
  readonly records: { readonly entry: Omit<RecordEntry, 'members'>; readonly urls: readonly CanonicalUrl[] };
  /** Groups of near-duplicates with their members; `hashes` as text, and the representative before, if that left. */
  readonly groups: Omit<NearGroup, 'minHashes'> & {
    readonly hashes: string;
    readonly was?: string;
    readonly members: readonly GroupMember[];
  };
}

export type BackupKind = keyof BackupRows;

/** In the order in which they are read: what others name comes later. */
export const backupKinds = [
  'domains',
  'records',
  'groups',
  'counters',
  'tallies',
  'pages',
  'notes',
] as const satisfies readonly BackupKind[];

export interface BackupPage<K extends BackupKind> {
  readonly rows: readonly BackupRows[K][];
  /** Where the next page starts; absent on the last page. A page may be short or empty and not be the last. */
  readonly cursor?: string;
}

/**
 * What the other ports neither list nor write as it was. Only a command of a person uses it: no part of a crawl has the right to.
 * Writing is idempotent, and safe only while no crawl of the job runs.
 * @throws WinnowError `full`, `unavailable`
 */
export interface JobBackup {
  /** Rows of a kind, in a stable order of the store, about `limit`. A row may come twice. */
  rows<K extends BackupKind>(job: string, kind: K, limit: number, cursor?: string): Promise<BackupPage<K>>;
  /** Writes rows as they are, each in place of the one that is there. */
  putRows<K extends BackupKind>(job: string, kind: K, rows: readonly BackupRows[K][]): Promise<void>;
  /** The items of an inbox with their URLs by id ascending, about 1 MB of them; with `after`, only later ones. None: there are no more. */
  inbox(key: HostKey, after?: string): Promise<readonly InboxItem[]>;
  /** Writes a bundle whole, under the key that records know it by, in place of what is there. */
  putBundle(key: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** As `ChangeStore.put`, with the time of the first put, where the store can say it. */
  putChanges(job: string, name: string, lines: readonly string[], at: number): Promise<void>;
  /** The digests of all models of the installation. */
  models(): Promise<readonly string[]>;
}

/**
 * A folder of a dump, on this machine.
 * @throws WinnowError `full`, `unavailable`
 */
export interface DumpFolder {
  /** Where it is, for messages. */
  readonly path: string;
  /**
   * The bytes of a file; undefined: there is none.
   * @param memory gives room for so many bytes, which the file may be read into; absent: they have room of their own
   */
  read(name: string, memory?: (bytes: number) => Uint8Array): Promise<Uint8Array | undefined>;
  /** Puts a file whole, in place of one of that name. It survives a loss of power when this resolves; `bytes` may be another's then. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Names of what is there. */
  names(): Promise<readonly string[]>;
  /** Passes over a file that is not there. */
  remove(name: string): Promise<void>;
}
