import { KeptMemory } from '../../base/bytes/kept-memory.ts';
import type { DumpFolder } from '../../ports/operate/job-backup.ts';
import { type Entry, encodeEntry } from './entry.ts';
import {
  type DumpMark,
  type DumpMissed,
  type DumpPart,
  digestOf,
  type Manifest,
  putManifest,
} from './manifest.ts';

/** A part ends behind the entry that makes it this large. */
const partBytes = 16 * 1024 * 1024;
const mostNamed = 20;
const mostText = 300;

/** Writes entries into parts, and after each part how far the dump has come. */
export class PartWriter {
  readonly #folder: DumpFolder;
  readonly #partBytes: number;
  #manifest: Manifest;
  #mark: DumpMark | undefined;
  #missed: DumpMissed;
  readonly #memory = new KeptMemory();
  #size = 0;
  #jobs = new Set<string>();
  #entries: Record<string, number> = {};

  constructor(folder: DumpFolder, manifest: Manifest, most = partBytes) {
    this.#folder = folder;
    this.#manifest = manifest;
    this.#mark = manifest.mark;
    this.#missed = manifest.missed;
    this.#partBytes = most;
    this.#memory.of(most);
  }

  get manifest(): Manifest {
    return this.#manifest;
  }

  /** @returns whether that ended a part */
  async add(entry: Entry): Promise<boolean> {
    const { kind, job } = entry.head;
    for (const piece of encodeEntry(entry)) this.#append(piece);
    if (job !== undefined) this.#jobs.add(job);
    this.#entries[kind] = (this.#entries[kind] ?? 0) + 1;
    if (this.#size < this.#partBytes) return false;
    await this.end();
    return true;
  }

  #append(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    this.#memory.of(size, this.#size).set(piece, this.#size);
    this.#size = size;
  }

  /** What came so far need not be read again. Entries behind the last mark may come twice, which does no harm. */
  reach(mark: DumpMark): void {
    this.#mark = mark;
  }

  miss(what: string): void {
    const { count, first } = this.#missed;
    this.#missed = { count: count + 1, first: [...first, what.slice(0, mostText)].slice(0, mostNamed) };
  }

  /** Puts what was gathered, and the manifest. @param endedAt the dump is whole */
  async end(endedAt?: number): Promise<void> {
    const { mark: _, ...rest } = this.#manifest;
    const parts = [...rest.parts];
    if (this.#size > 0) {
      const bytes = this.#memory.of(this.#size);
      const name = `part-${String(parts.length + 1).padStart(6, '0')}`;
      await this.#folder.put(name, bytes);
      const { length } = bytes;
      const about = { jobs: [...this.#jobs], entries: this.#entries };
      parts.push({ name, bytes: length, digest: digestOf(bytes), ...about } satisfies DumpPart);
    }
    const ended = endedAt === undefined ? { ...(this.#mark && { mark: this.#mark }) } : { endedAt };
    this.#manifest = { ...rest, parts, missed: this.#missed, ...ended };
    await putManifest(this.#folder, this.#manifest);
    this.#size = 0;
    this.#jobs = new Set();
    this.#entries = {};
  }
}
