import { Buffer } from 'node:buffer';

/** What a turn or two write. */
const usualBytes = 1024 * 1024;

/**
 * Memory for what is put together to be written at once: the same for each call, so that it is no work for the garbage
 * collector. Far more than is usual gets memory of its own.
 */
export function keptRoom(): (bytes: number) => Buffer {
  let room = Buffer.alloc(0);
  return (bytes) => {
    if (bytes > usualBytes * 8) return Buffer.allocUnsafeSlow(bytes);
    if (room.length < bytes) room = Buffer.allocUnsafeSlow(Math.max(usualBytes, bytes));
    return room;
  };
}
