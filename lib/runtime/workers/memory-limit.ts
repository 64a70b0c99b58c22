import { totalmem } from 'node:os';

/** Megabytes of memory that this process may have: what its container may, or else the machine's. */
export function memoryLimitMb(): number {
  // 0 where nothing limits it (Node's documentation of `process.constrainedMemory`).
  const limit = process.constrainedMemory();
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / 2 ** 20;
}
