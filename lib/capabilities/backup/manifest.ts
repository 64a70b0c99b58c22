import { hash } from 'node:crypto';
import { otherVersion, WinnowError } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { DumpFolder } from '../../ports/operate/job-backup.ts';

/** Of the form of manifest and parts. */
const formVersion = 1;
export const manifestName = 'manifest.json';
const digestEnd = '\n';

/** What is dumped. */
export interface DumpScope {
  /** In this order. */
  readonly jobs: readonly string[];
  /** Only this host of the one job. */
  readonly host?: string;
  /** The installation whole: with its log of commands and all models. */
  readonly isWhole?: true;
}

/** Where a dump goes on: behind so many items of the page that a cursor begins. */
export interface DumpMark {
  readonly job: number;
  readonly stage: number;
  readonly cursor?: string;
  readonly taken?: number;
}

/** A file of a dump. */
export interface DumpPart {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly digest: string;
  /** The jobs of its entries. */
  readonly jobs: readonly string[];
  /** Entries by kind. */
  readonly entries: Readonly<Record<string, number>>;
}

/** What could not be read when it was dumped. */
export interface DumpMissed {
  readonly count: number;
  /** The first of it, each with the error. */
  readonly first: readonly string[];
}

export interface Manifest {
  readonly v: number;
  readonly id: string;
  /** Epoch ms. */
  readonly begunAt: number;
  /** Absent: it was cut off, and goes on at `mark`. */
  readonly endedAt?: number;
  /** Where it was dumped. */
  readonly from: string;
  readonly scope: DumpScope;
  readonly mark?: DumpMark;
  readonly parts: readonly DumpPart[];
  readonly missed: DumpMissed;
}

export function newManifest(of: Pick<Manifest, 'id' | 'begunAt' | 'from' | 'scope'>): Manifest {
  return { v: formVersion, ...of, parts: [], missed: { count: 0, first: [] } };
}

export function digestOf(bytes: Uint8Array | string): string {
  return hash('sha256', bytes);
}

/** Puts the manifest, with its own digest on a second line. */
export async function putManifest(folder: DumpFolder, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  await folder.put(manifestName, Buffer.from(`${text}${digestEnd}${digestOf(text)}${digestEnd}`));
}

/** Undefined: the folder has none. @throws WinnowError `corrupt`, `newer`, `older` */
export async function readManifest(folder: DumpFolder): Promise<Manifest | undefined> {
  const bytes = await folder.read(manifestName);
  if (bytes === undefined) return undefined;
  const [text = '', digest] = Buffer.from(bytes).toString().split(digestEnd);
  const manifest = readStoredObject<Manifest>(text);
  const file = `${folder.path}/${manifestName}`;
  if (manifest === undefined || digest !== digestOf(text))
    throw new WinnowError(
      'corrupt',
      `${file} is damaged: nothing says what the dump has; take another copy of it`,
    );
  if (manifest.v !== formVersion) throw otherVersion(file, manifest.v, formVersion);
  return manifest;
}
