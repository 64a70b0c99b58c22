import { Buffer } from 'node:buffer';

/**
 * The same memory for one thing after the other. Memory of megabytes that is soon forgotten costs a process several times as much: V8
 * collects it late, and what it frees between other things is not given back (`node bench/restore.ts`).
 */
export class KeptMemory {
  #room: Buffer = Buffer.allocUnsafeSlow(0);

  /** Room for so many bytes, with the first ones of what it had. */
  of(bytes: number, kept = 0): Buffer {
    if (this.#room.length < bytes) {
      const room = Buffer.allocUnsafeSlow(Math.ceil(bytes * 1.25));
      this.#room.copy(room, 0, 0, kept);
      this.#room = room;
    }
    return this.#room.subarray(0, bytes);
  }
}
