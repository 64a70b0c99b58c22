import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ArrayKind, ColumnWriter, NumberArray, NumberColumn } from '../../graph/web-graph.ts';
import type { GraphSpace } from '../../ports/graphs.ts';
import { fileError } from './file-error.ts';

/** Numbers that are written at once, read at once where a column is read through, and where it is not. */
const written = 16_384;
const blockLength = 65_536;
const glance = 512;
/** Bytes of `memoryMb` for a number that is held at once: some columns are sorted side by side, of 8 bytes a number. */
const bytesAtOnce = 32;

/**
 * `GraphSpace` in files of a directory. A file loses its name when it is opened, so the system takes it back when the process
 * ends, however it ends.
 */
export function openFileSpace(directory: string, memoryMb: number): GraphSpace {
  const open = new Set<SpaceFile>();
  return {
    atOnce: Math.max(blockLength, Math.floor((memoryMb * 2 ** 20) / bytesAtOnce)),
    blockLength,
    writer<T extends NumberArray>(Kind: ArrayKind<T>): ColumnWriter<T> {
      const file = openFile(directory, () => open.delete(file));
      open.add(file);
      return writerTo(file, Kind);
    },
    close() {
      for (const file of open) file.close();
    },
  };
}

interface SpaceFile {
  write(bytes: Uint8Array, at: number): void;
  read(bytes: Uint8Array, at: number): void;
  close(): void;
}

/** @throws WinnowError `full`, `unavailable` */
function openFile(directory: string, closed: () => void): SpaceFile {
  const path = join(directory, `${randomBytes(12).toString('hex')}.part`);
  const calling = <T>(call: () => T): T => {
    try {
      return call();
    } catch (error) {
      throw fileError(path, error);
    }
  };
  calling(() => mkdirSync(directory, { recursive: true }));
  const file = calling(() => openSync(path, 'wx+'));
  // Where an open file keeps its name (Windows), it is removed when it is closed.
  const isNameless = nameless(path);
  let isClosed = false;
  return {
    write: (bytes, at) =>
      calling(() => {
        for (let done = 0; done < bytes.length; )
          done += writeSync(file, bytes, done, bytes.length - done, at + done);
      }),
    read: (bytes, at) =>
      calling(() => {
        for (let done = 0; done < bytes.length; ) {
          const more = readSync(file, bytes, done, bytes.length - done, at + done);
          if (more === 0) throw new Error('the file is too short');
          done += more;
        }
      }),
    close() {
      if (isClosed) return;
      isClosed = true;
      closeSync(file);
      if (!isNameless) rmSync(path, { force: true });
      closed();
    },
  };
}

function nameless(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    return false;
  }
}

function writerTo<T extends NumberArray>(file: SpaceFile, Kind: ArrayKind<T>): ColumnWriter<T> {
  const buffer = new Kind(written);
  let [stored, waiting] = [0, 0];
  const put = (values: T): void => {
    file.write(bytesOf(values), stored * values.BYTES_PER_ELEMENT);
    stored += values.length;
  };
  function flush(): void {
    if (waiting > 0) put(buffer.subarray(0, waiting) as T);
    waiting = 0;
  }
  return {
    add(value) {
      if (waiting === written) flush();
      buffer[waiting] = value;
      waiting += 1;
    },
    addAll(values) {
      if (waiting + values.length > written) flush();
      if (values.length > written) return put(values);
      buffer.set(values, waiting);
      waiting += values.length;
    },
    length: () => stored + waiting,
    finish() {
      flush();
      return columnIn(file, Kind, stored);
    },
  };
}

/** Keeps the block that was read last. What it has given away is never written over. */
function columnIn<T extends NumberArray>(
  file: SpaceFile,
  Kind: ArrayKind<T>,
  length: number,
): NumberColumn<T> {
  let block = new Kind(0);
  let from = 0;
  return {
    length,
    subarray(start = 0, end = length) {
      const [first, last] = [Math.max(0, start), Math.min(length, end)];
      if (first >= last) return new Kind(0);
      if (first >= from && last <= from + block.length) return block.subarray(first - from, last - from) as T;
      const isNext = first >= from && first <= from + block.length;
      const count = Math.min(length - first, Math.max(last - first, isNext ? blockLength : glance));
      block = new Kind(count);
      file.read(bytesOf(block), first * block.BYTES_PER_ELEMENT);
      from = first;
      return block.subarray(0, last - first) as T;
    },
    drop: file.close,
  };
}

function bytesOf(values: NumberArray): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
