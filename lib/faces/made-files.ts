import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { faultOf, WinnowError } from '../base/error.ts';
import type { Made, MadeKind, Scratch } from '../pipeline/operation/made.ts';
import { changeList } from './base/change-list.ts';

/** A folder that was made says here of what. */
const markerName = '.winnow-export.json';
const bufferedBytes = 1_000_000;
/** A mark is kept when so many bytes have come, too. */
const bytesPerMark = 4_000_000;

/** What a work folder says of the work. */
interface Journal {
  /** Of which request. */
  readonly key: string;
  /** Absent: it begins at the beginning. */
  readonly mark?: object;
  /** Bytes of each file at the mark. */
  readonly sizes: Readonly<Record<string, number>>;
}

interface Ways {
  /** A mark is kept when so many pieces have come since the one before. */
  readonly piecesPerMark?: number;
  /** What the file system says, in words. */
  readonly faultText?: (fault: unknown) => string;
}

/**
 * Files that are being made: in a work folder until they are whole, and then in their places, so that none is ever there in part. A
 * process that comes after one that was killed goes on where that one could.
 */
export class MadeFiles {
  readonly #path: string;
  readonly #kind: MadeKind;
  readonly #work: string;
  readonly #key: string;
  readonly #piecesPerMark: number;
  readonly #faultText: (fault: unknown) => string;
  /** Pieces since the mark that was kept, and their bytes. */
  #unmarked = 0;
  #unmarkedBytes = 0;
  readonly #open = new Map<string, { readonly descriptor: number; size: number }>();
  /** Bytes that are not written yet, copied: pieces are let go at once. */
  readonly #waiting = Buffer.allocUnsafe(bufferedBytes);
  #waits: { readonly name: string; bytes: number } | undefined;
  #mark: object | undefined;
  #sizes: Record<string, number> = {};
  /** Files of a folder are in their places. */
  #hasPut = false;
  #isFinished = false;

  /**
   * @param request what is asked for: only the same request goes on with what is there
   * @throws WinnowError `config` for a place that is taken or cannot be written
   */
  constructor(
    path: string,
    kind: MadeKind,
    request: object,
    { piecesPerMark = 5_000, faultText = faultOf }: Ways = {},
  ) {
    this.#piecesPerMark = piecesPerMark;
    this.#faultText = faultText;
    this.#path = path;
    this.#kind = kind;
    this.#work = kind.isFolder ? join(path, '.export') : `${path}.part`;
    this.#key = hash('sha256', JSON.stringify(request)).slice(0, 32);
    this.#guarded(path, () => {
      this.#refuseTaken();
      if (kind.isFolder && !existsSync(path)) mkdirSync(path);
      if (!existsSync(this.#work)) mkdirSync(this.#work);
      this.#resume();
    });
  }

  /** Where the work goes on; undefined: at its beginning. */
  get mark(): object | undefined {
    return this.#mark;
  }

  get scratch(): Scratch {
    const at = (name: string): string => join(this.#work, `scratch-${name}`);
    return {
      put: (name, bytes) => this.#guarded(at(name), () => writeFileSync(at(name), bytes)),
      read: (name) => this.#guarded(at(name), () => readFileSync(at(name))),
    };
  }

  /** Keeps a piece. */
  take(made: Made): void {
    this.#unmarked += 1;
    if ('bytes' in made) this.#append(made.file, made.bytes);
    else if ('whole' in made) this.#put(made.file, made.whole);
    else if ('list' in made)
      this.#guarded(made.list.file, () => changeList(this.#path, this.#work, made.list));
    else if ('mark' in made && this.#isTimeForMark()) this.#keepMark(made.mark);
    else if ('made' in made) this.#finish();
  }

  #isTimeForMark(): boolean {
    return this.#unmarked > this.#piecesPerMark || this.#unmarkedBytes >= bytesPerMark;
  }

  /** Closes what is open. What was begun stays for a process that carries it on, unless there is nothing to carry on. */
  close(): void {
    this.#closeAll();
    if (this.#isFinished || this.#mark !== undefined || this.#hasPut) return;
    this.#guarded(this.#path, () => {
      rmSync(this.#work, { recursive: true, force: true });
      if (this.#kind.isFolder && readdirSync(this.#path).length === 0) rmdirSync(this.#path);
    });
  }

  #closeAll(): void {
    for (const { descriptor } of this.#open.values()) closeSync(descriptor);
    this.#open.clear();
  }

  #refuseTaken(): void {
    const { isFolder, updates } = this.#kind;
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (!isFolder) {
      if (found?.isDirectory())
        throw new WinnowError('config', `${this.#path} is a folder: name a file, which is one of its own`);
      return;
    }
    if (found === undefined) return;
    if (!found.isDirectory()) throw new WinnowError('config', `${this.#path} is a file: name a folder`);
    const names = readdirSync(this.#path);
    if (names.length === 0 || names.includes('.export')) return;
    const marker = readJson<{ readonly updates?: string }>(join(this.#path, markerName));
    if (updates !== undefined && marker?.updates === updates) return;
    const why =
      updates === undefined ? '' : `; what is there is no earlier export to the consumer ${updates}`;
    throw new WinnowError('config', `${this.#path} is not empty: name an empty folder, or a new one${why}`);
  }

  #resume(): void {
    const journal = readJson<Journal>(this.#journal);
    if (journal?.key !== this.#key) {
      const begun = this.#kind.isFolder && journal !== undefined && readdirSync(this.#path).length > 1;
      if (begun)
        throw new WinnowError(
          'config',
          `${this.#path} has a part of another export: ask for that one again, or empty the folder`,
        );
      rmSync(this.#work, { recursive: true, force: true });
      mkdirSync(this.#work);
      this.#writeJournal();
      return;
    }
    this.#mark = journal.mark;
    for (const name of readdirSync(this.#work)) {
      const size = journal.sizes[name];
      if (size !== undefined) truncateSync(join(this.#work, name), size);
      else if (!name.startsWith('scratch-') && name !== 'journal.json') rmSync(join(this.#work, name));
    }
    this.#sizes = { ...journal.sizes };
  }

  get #journal(): string {
    return join(this.#work, 'journal.json');
  }

  #writeJournal(): void {
    const journal = { key: this.#key, mark: this.#mark, sizes: this.#sizes } as Journal;
    writeWhole(this.#journal, `${this.#journal}.new`, JSON.stringify(journal));
  }

  #append(name: string, bytes: Uint8Array): void {
    this.#unmarkedBytes += bytes.length;
    const { name: waits = name, bytes: already = 0 } = this.#waits ?? {};
    if (waits !== name || already + bytes.length > bufferedBytes) this.#flush();
    if (bytes.length > bufferedBytes) {
      this.#write(name, bytes);
      return;
    }
    this.#waits ??= { name, bytes: 0 };
    this.#waiting.set(bytes, this.#waits.bytes);
    this.#waits.bytes += bytes.length;
  }

  #flush(): void {
    const waits = this.#waits;
    this.#waits = undefined;
    if (waits !== undefined) this.#write(waits.name, this.#waiting.subarray(0, waits.bytes));
  }

  #write(name: string, bytes: Uint8Array): void {
    this.#guarded(this.#path, () => {
      const open = this.#opened(name);
      for (let at = 0; at < bytes.length; ) at += writeSync(open.descriptor, bytes, at);
      open.size += bytes.length;
    });
  }

  #opened(name: string): { readonly descriptor: number; size: number } {
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const open = { descriptor: openSync(join(this.#work, name), 'a'), size: this.#sizes[name] ?? 0 };
    this.#open.set(name, open);
    return open;
  }

  /** A file of a folder, in its place at once: nobody sees half of it. */
  #put(name: string, bytes: Uint8Array): void {
    this.#unmarkedBytes += bytes.length;
    const path = join(this.#path, name);
    this.#guarded(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      writeWhole(path, join(this.#work, 'next'), bytes);
      this.#hasPut = true;
    });
  }

  #keepMark(mark: object): void {
    [this.#unmarked, this.#unmarkedBytes] = [0, 0];
    this.#flush();
    this.#mark = mark;
    for (const [name, { size }] of this.#open) this.#sizes[name] = size;
    this.#guarded(this.#path, () => this.#writeJournal());
  }

  #finish(): void {
    this.#flush();
    this.#guarded(this.#path, () => {
      for (const { descriptor } of this.#open.values()) fsyncSync(descriptor);
      const names = new Set([...this.#open.keys(), ...Object.keys(this.#sizes)]);
      this.#closeAll();
      for (const name of names) {
        const to = this.#kind.isFolder ? join(this.#path, name) : this.#path;
        renameSync(join(this.#work, name), to);
      }
      const { updates } = this.#kind;
      if (this.#kind.isFolder && updates !== undefined)
        writeFileSync(join(this.#path, markerName), `${JSON.stringify({ updates })}\n`);
      rmSync(this.#work, { recursive: true, force: true });
      this.#isFinished = true;
    });
  }

  /** @throws WinnowError `full`, `config` */
  #guarded<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof WinnowError) throw cause;
      const { code } = cause as NodeJS.ErrnoException;
      const isFull = code === 'ENOSPC' || code === 'EDQUOT';
      const goOn = isFull ? '; make room and ask for the same export again, which goes on' : '';
      throw new WinnowError(
        isFull ? 'full' : 'config',
        `${path} cannot be written: ${this.#faultText(cause)}${goOn}`,
        { cause },
      );
    }
  }
}

function writeWhole(path: string, beside: string, content: string | Uint8Array): void {
  writeFileSync(beside, content);
  renameSync(beside, path);
}

function readJson<T>(path: string): T | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    // A disk that was full: the work begins anew.
    return undefined;
  }
}
