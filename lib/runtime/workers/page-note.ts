/** Places in the memory that a worker shares with the main thread, as 32-bit integers; the URL follows. */
const readsAt = 0;
const lengthAt = 1;
const beatsAt = 2;
const headBytes = 12;
/** The longest URL that is noted, bytes. A crawled URL is shorter. */
const maxUrlBytes = 8_192;

/** What a worker says of itself, readable also while it does nothing else. */
export interface WorkerState {
  /** Grows by one when the worker begins to read a page, and by one when it has read it: odd while it reads. */
  readonly reads: number;
  /** Grows while the worker's event loop runs. */
  readonly beats: number;
}

/** The worker's side. */
export interface PageNote {
  /** Called before a page is read. */
  begin(url: string): void;
  end(): void;
  beat(): void;
}

export function newNoteMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(headBytes + maxUrlBytes);
}

export function writeNote(memory: SharedArrayBuffer): PageNote {
  const head = new Int32Array(memory, 0, headBytes / 4);
  const text = Buffer.from(memory, headBytes);
  return {
    begin(url) {
      Atomics.store(head, lengthAt, text.write(url));
      Atomics.add(head, readsAt, 1);
    },
    end: () => void Atomics.add(head, readsAt, 1),
    beat: () => void Atomics.add(head, beatsAt, 1),
  };
}

export function readNote(memory: SharedArrayBuffer): WorkerState {
  const head = new Int32Array(memory, 0, headBytes / 4);
  return { reads: Atomics.load(head, readsAt), beats: Atomics.load(head, beatsAt) };
}

/** The URL of the page that the worker reads, or read when it ended; undefined: it reads none. */
export function pageIn(memory: SharedArrayBuffer): string | undefined {
  if (readNote(memory).reads % 2 === 0) return undefined;
  const length = Atomics.load(new Int32Array(memory, 0, headBytes / 4), lengthAt);
  return Buffer.from(new Uint8Array(memory, headBytes, length)).toString();
}
