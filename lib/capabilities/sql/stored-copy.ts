import { readStoredObject } from '../../base/stored-json.ts';
import type { GraphPart } from '../../pipeline/link-graph/graph-state.ts';
import type { CopyState } from './copy-state.ts';
import { type TableParts, tableNames } from './parts-writer.ts';
import type { TableFiles } from './table-files.ts';
import { sqlVersion } from './tables.ts';

/** A copy that is being made, in `state.json`. */
export interface CopyUnderWay {
  readonly v: typeof sqlVersion;
  /** What the names of its files begin with. */
  readonly copy: string;
  readonly parts: TableParts;
  readonly state: CopyState;
  /** The parts of the link graph that it was begun with. */
  readonly graph: readonly GraphPart[];
}

/** The copy that others read, in `now/copy.json`. */
export interface PublishedCopy {
  readonly v: typeof sqlVersion;
  readonly copy: string;
  /** Epoch ms of the crawl that it shows. */
  readonly made: number;
  /** The state of the crawl then (`crawlState`). */
  readonly crawl: string;
  /** The copy before, whose files stay for questions that were asked of it; absent: there is none. */
  readonly former?: string;
}

const underWay = 'state.json';
const published = 'now/copy.json';
const jsonOf = (value: CopyUnderWay | PublishedCopy): Buffer => Buffer.from(JSON.stringify(value));

/** Where the files of a table are listed: in the form of Hive's symlinks, which Athena reads. */
export function listName(table: string): string {
  return `now/${table}/symlink.txt`;
}

/** Undefined for none, and for one of another version, which is made anew. */
export async function readUnderWay(files: TableFiles, job: string): Promise<CopyUnderWay | undefined> {
  const copy = await readVersion<CopyUnderWay>(files, job, underWay);
  return Array.isArray(copy?.graph) ? copy : undefined;
}

/** Undefined for none, and for one of another version. */
export function readPublished(files: TableFiles, job: string): Promise<PublishedCopy | undefined> {
  return readVersion<PublishedCopy>(files, job, published);
}

async function readVersion<T extends { readonly v: number }>(
  files: TableFiles,
  job: string,
  name: string,
): Promise<T | undefined> {
  const bytes = await files.read(job, name);
  const stored = bytes && readStoredObject<T>(Buffer.from(bytes).toString());
  return stored?.v === sqlVersion ? (stored as T) : undefined;
}

export async function putUnderWay(files: TableFiles, job: string, copy: CopyUnderWay): Promise<void> {
  await files.put(job, underWay, jsonOf(copy));
}

/** Puts a copy in the place of the one before: table by table, each at once. Then deletes what nobody reads any more. */
export async function publishCopy(
  files: TableFiles,
  job: string,
  parts: TableParts,
  copy: PublishedCopy,
): Promise<void> {
  for (const table of tableNames) {
    const lines = parts[table].map((name) => `${files.locate(job, name)}\n`);
    await files.put(job, listName(table), Buffer.from(lines.join('')));
  }
  await files.put(job, published, jsonOf(copy));
  const kept = ['now/', `${copy.copy}/`, ...(copy.former === undefined ? [] : [`${copy.former}/`])];
  for (let after: string | undefined; ; ) {
    const names = await files.names(job, listed, after);
    const isKept = (name: string): boolean => kept.some((prefix) => name.startsWith(prefix));
    await files.delete(
      job,
      names.filter((name) => !isKept(name)),
    );
    after = names.at(-1);
    if (names.length < listed) return;
  }
}

const listed = 1_000;
