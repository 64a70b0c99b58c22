import { Buffer } from 'node:buffer';
import { WinnowError } from '../../../base/error.ts';
import { append } from '../../../base/long-lists.ts';
import type { Made } from '../../../pipeline/operation/made.ts';
import type { ExportRoom } from '../../../ports/operate/export-room.ts';

/** Bytes of the first parts of a file; later ones are larger, so that the 10,000 that S3 takes are 200 GB. */
const firstPart = 8_000_000;
const partsOfASize = 2_500;
const mostParts = 10_000;
/** Files in one piece that are under way side by side. */
const putsAtOnce = 16;
/** More names than so many no manifest has. */
const mostNamed = 5_000;

interface FileState {
  readonly id?: string;
  readonly tags: readonly string[];
  readonly bytes: number;
  /** Bytes behind the last part, which are kept beside. */
  readonly tail: number;
}

/** How far the files of an export have come, in JSON. */
export interface RoomState {
  /** Grows with each state that is kept. */
  readonly number: number;
  readonly files: Readonly<Record<string, FileState>>;
  readonly wholes: number;
  readonly wholeBytes: number;
  readonly names: readonly string[];
}

interface OpenFile {
  id?: string;
  tags: string[];
  bytes: number;
  waiting: Uint8Array[];
  waits: number;
}

/** Files that are made in a room, in parts, by one process after the other. */
export class RoomFiles {
  readonly #room: ExportRoom;
  readonly #folder: string;
  readonly #type: string;
  readonly #files = new Map<string, OpenFile>();
  readonly #puts = new Set<Promise<void>>();
  #fault: { readonly error: unknown } | undefined;
  #number = 0;
  #wholes = 0;
  #wholeBytes = 0;
  readonly #names: string[] = [];

  private constructor(room: ExportRoom, folder: string, type: string) {
    this.#room = room;
    this.#folder = folder;
    this.#type = type;
  }

  /** @param state of a process before this one */
  static async open(
    room: ExportRoom,
    { folder, type, state }: { readonly folder: string; readonly type: string; readonly state?: RoomState },
  ): Promise<RoomFiles> {
    const opened = new RoomFiles(room, folder, type);
    if (state !== undefined) await opened.#goOn(state);
    return opened;
  }

  async #goOn({ number, files, wholes, wholeBytes, names }: RoomState): Promise<void> {
    this.#number = number;
    [this.#wholes, this.#wholeBytes] = [wholes, wholeBytes];
    append(this.#names, names);
    for (const [at, [name, { tail, tags, ...file }]] of Object.entries(files).entries()) {
      const bytes = tail === 0 ? new Uint8Array() : await this.#room.read(this.#tailPath(at));
      if (bytes?.length !== tail)
        throw new WinnowError('corrupt', `the end of ${name} is missing: begin the export anew`);
      this.#files.set(name, { ...file, tags: [...tags], waiting: [bytes], waits: tail });
    }
  }

  /** Bytes of all files so far. */
  get bytes(): number {
    return [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, this.#wholeBytes);
  }

  async take(made: Made): Promise<void> {
    if ('bytes' in made) await this.#append(made.file, made.bytes);
    else if ('whole' in made) await this.#put(made.file, made.whole);
    else if ('list' in made)
      throw new WinnowError('usage', 'a list that is carried on is kept on a disk only');
  }

  async #append(name: string, bytes: Uint8Array): Promise<void> {
    const file: OpenFile = this.#files.get(name) ?? { tags: [], bytes: 0, waiting: [], waits: 0 };
    this.#files.set(name, file);
    file.waiting.push(bytes);
    file.waits += bytes.length;
    file.bytes += bytes.length;
    const size = firstPart * (1 + Math.floor(file.tags.length / partsOfASize));
    if (file.waits >= size) await this.#part(name, file);
  }

  async #part(name: string, file: OpenFile): Promise<void> {
    if (file.tags.length >= mostParts)
      throw new WinnowError('full', `${name} has more than S3 takes in a file: export less, by filters`);
    const path = `${this.#folder}/${name}`;
    file.id ??= await this.#room.begin(path, this.#type);
    const bytes = Buffer.concat(file.waiting);
    file.tags.push(await this.#room.part({ path, id: file.id }, file.tags.length + 1, bytes));
    [file.waiting, file.waits] = [[], 0];
  }

  async #put(name: string, bytes: Uint8Array): Promise<void> {
    while (this.#puts.size >= putsAtOnce) await Promise.race(this.#puts);
    this.#refuseFault();
    this.#wholes += 1;
    this.#wholeBytes += bytes.length;
    if (this.#names.length < mostNamed) this.#names.push(name);
    const put = this.#room
      .put(`${this.#folder}/${name}`, bytes, 'application/octet-stream')
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => this.#puts.delete(put));
    this.#puts.add(put);
  }

  #refuseFault(): void {
    if (this.#fault !== undefined) throw this.#fault.error;
  }

  /** Keeps all bytes that came. @returns with what another process goes on */
  async keep(): Promise<RoomState> {
    await Promise.all(this.#puts);
    this.#refuseFault();
    this.#number += 1;
    const files: Record<string, FileState> = {};
    for (const [at, [name, { waiting, waits, ...file }]] of [...this.#files].entries()) {
      const tail = Buffer.concat(waiting);
      if (waits > 0) await this.#room.put(this.#tailPath(at), tail, 'application/octet-stream');
      files[name] = { ...file, tail: waits };
    }
    const [wholes, wholeBytes] = [this.#wholes, this.#wholeBytes];
    return { number: this.#number, files, wholes, wholeBytes, names: this.#names };
  }

  /** Stores the last part of each file that has others: nothing more comes. */
  async close(): Promise<void> {
    for (const [name, file] of this.#files)
      if (file.id !== undefined && file.waits > 0) await this.#part(name, file);
  }

  /** Puts all files into their places, once closed: done twice, it does nothing. @returns those of them that have room in a list */
  async finish(): Promise<readonly { readonly file: string; readonly bytes?: number }[]> {
    for (const [name, file] of this.#files) {
      const path = `${this.#folder}/${name}`;
      if (file.id === undefined) await this.#room.put(path, Buffer.concat(file.waiting), this.#type);
      else await this.#room.end({ path, id: file.id }, file.tags);
    }
    const appended = [...this.#files].map(([file, { bytes }]) => ({ file, bytes }));
    return [...appended, ...this.#names.map((file) => ({ file }))];
  }

  get count(): number {
    return this.#files.size + this.#wholes;
  }

  #tailPath(at: number): string {
    return `${this.#folder}/.work/tail-${this.#number}-${at}`;
  }
}
