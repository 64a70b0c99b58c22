import { defined } from '../../../base/defined.ts';
import { faultOf, WinnowError } from '../../../base/error.ts';
import { readStoredObject } from '../../../base/stored-json.ts';
import type { JobPlace } from '../../../pipeline/operation/place.ts';
import type { ExportRoom, SavedScratch } from '../../../ports/operate/export-room.ts';
import { exportRecords } from '../export-records.ts';
import { exportFormats } from '../formats.ts';
import { RoomFiles, type RoomState } from './room-files.ts';
import { begunExport, type KnownExport, leaveJob, putExport, type StoredExport } from './stored-export.ts';

/** A slice says in this time that it is still there, or another one goes on. */
const takenMs = 180_000;
/** What a killed slice did since then is done again. */
const keepEveryMs = 60_000;

/** What is kept in the room beside the files. */
interface KeptState {
  readonly files: RoomState;
  /** Absent: all records are in the files. */
  readonly mark?: object;
  readonly counts?: object;
}

export interface SliceEnd {
  /** `failed`: the export has ended. A slice that failed alone leaves a problem, and the next one goes on. */
  readonly export: 'done' | 'continues' | 'failed' | 'busy';
  readonly records: number;
  readonly problem?: string;
}

/**
 * Goes on with an export into the room of a stack until it is whole or the time is up. One slice at a time has it; one that was killed
 * loses what came since the last state that it kept, and nothing else.
 * @param endBy monotonic ms
 * @throws WinnowError `not-found` where nobody began it
 */
export async function exportSlice(
  place: JobPlace,
  room: ExportRoom,
  { name, endBy }: { readonly name: string; readonly endBy: number },
): Promise<SliceEnd> {
  const known = await begunExport(place, name);
  const { found } = known;
  if (found.state !== 'begun')
    return { export: found.state, records: found.records, ...defined({ problem: found.problem }) };
  const slice = new Slice(place, room, known, found);
  if (!(await slice.take())) return { export: 'busy', records: found.records };
  try {
    return await slice.run(endBy);
  } catch (error) {
    return await slice.failed(error);
  }
}

class Slice {
  readonly #place: JobPlace;
  readonly #room: ExportRoom;
  #version: number;
  #now: StoredExport;

  constructor(place: JobPlace, room: ExportRoom, { version }: KnownExport, found: StoredExport) {
    this.#place = place;
    this.#room = room;
    this.#version = version;
    this.#now = found;
  }

  get #time(): number {
    return this.#place.ports.clock.now();
  }

  async take(): Promise<boolean> {
    if (this.#now.takenUntil > this.#time) return false;
    return await this.#put({ takenUntil: this.#time + takenMs, slices: this.#now.slices + 1 });
  }

  async #put(more: Partial<StoredExport>): Promise<boolean> {
    const { ports, of } = this.#place;
    const put = await putExport(ports, of.name, { version: this.#version }, { ...this.#now, ...more });
    if (put === undefined) return false;
    [this.#version, this.#now] = [put.version, put.found];
    return true;
  }

  async run(endBy: number): Promise<SliceEnd> {
    const { folder } = this.#now;
    const scratch = await this.#room.openScratch(`${folder}/.work/scratch`);
    try {
      const kept = await this.#kept();
      const { type } = exportFormats[this.#now.question.to];
      const files = await RoomFiles.open(this.#room, { folder, type, ...defined({ state: kept?.files }) });
      // All that was left to do is to put the files into their places.
      if (kept !== undefined && kept.mark === undefined) return await this.#end(files, kept.counts);
      return await this.#goOn(files, { scratch, endBy, mark: kept?.mark });
    } finally {
      scratch.close();
    }
  }

  async #kept(): Promise<KeptState | undefined> {
    const { kept, folder } = this.#now;
    if (kept === 0) return undefined;
    const bytes = await this.#room.read(statePath(folder, kept));
    const state = bytes && readStoredObject<KeptState>(Buffer.from(bytes).toString());
    if (state !== undefined) return state;
    throw new WinnowError('corrupt', 'what was kept of the export is missing: begin it anew');
  }

  async #goOn(
    files: RoomFiles,
    { scratch, endBy, mark }: { scratch: SavedScratch; endBy: number; mark: object | undefined },
  ): Promise<SliceEnd> {
    const { clock } = this.#place.ports;
    let keptAt = clock.monotonic();
    const isLate = (): boolean => clock.monotonic() >= Math.min(endBy, keptAt + keepEveryMs);
    const asked = { signal: new AbortController().signal, wantsMark: isLate };
    let counts: object = {};
    for await (const made of exportRecords(this.#place, this.#now.question, {
      ...asked,
      ...defined({ resume: mark, scratch }),
    })) {
      await files.take(made);
      if ('said' in made) this.#now = { ...this.#now, said: [...(this.#now.said ?? []), made.said.text] };
      if ('mark' in made && isLate()) {
        await this.#keep(files, scratch, { mark: made.mark });
        keptAt = clock.monotonic();
        if (keptAt >= endBy) return await this.#pause();
      }
      if ('made' in made) {
        counts = made.made;
        await files.close();
        // The consumer is told behind this: what it is told of is here by then.
        await this.#keep(files, scratch, { counts });
      }
    }
    return await this.#end(files, counts);
  }

  /** @throws WinnowError `locked` when another slice has it */
  async #keep(
    files: RoomFiles,
    scratch: SavedScratch,
    { mark, counts }: Omit<KeptState, 'files'>,
  ): Promise<void> {
    await scratch.save();
    const state: KeptState = { files: await files.keep(), ...defined({ mark, counts }) };
    const { number } = state.files;
    const json = Buffer.from(JSON.stringify(state));
    await this.#room.put(statePath(this.#now.folder, number), json, 'application/json');
    const { counts: soFar = counts } = (mark ?? {}) as { readonly counts?: object };
    const { records = this.#now.records } = (soFar ?? {}) as { readonly records?: number };
    const came = { kept: number, records, bytes: files.bytes, called: 0 };
    const { problem: _, ...now } = this.#now;
    this.#now = now;
    if (await this.#put({ ...came, takenUntil: this.#time + takenMs })) return;
    throw new WinnowError('locked', 'another slice goes on with the export');
  }

  async #pause(): Promise<SliceEnd> {
    await this.#put({ takenUntil: 0, calledUntil: 0 });
    return { export: 'continues', records: this.#now.records };
  }

  async #end(files: RoomFiles, counts: object = {}): Promise<SliceEnd> {
    const { folder, name, question, begunAt, said } = this.#now;
    const list = await files.finish();
    const manifest = {
      ...{ v: 1, job: this.#place.of.name, name, question, begunAt, endedAt: this.#time },
      ...{ ...counts, bytes: files.bytes, files: files.count, list, ...defined({ said }) },
    };
    const json = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await this.#room.put(`${folder}/manifest.json`, json, 'application/json');
    await this.#put({ state: 'done', endedAt: this.#time, bytes: files.bytes, takenUntil: 0 });
    await leaveJob(this.#place.ports, this.#place.of.name, name);
    await this.#room.clear(`${folder}/.work`);
    return { export: 'done', records: this.#now.records };
  }

  async failed(error: unknown): Promise<SliceEnd> {
    const problem = faultOf(error);
    await this.#put({ problem, takenUntil: 0 });
    return { export: 'continues', records: this.#now.records, problem };
  }
}

function statePath(folder: string, number: number): string {
  return `${folder}/.work/state-${number}.json`;
}
