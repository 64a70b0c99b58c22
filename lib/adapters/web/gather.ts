/**
 * The first `size` bytes of `chunks` in one buffer with memory of its own, not a part of Node's pool: whoever gets
 * it may hand it to another thread.
 */
export function gather(chunks: readonly Buffer[], size: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(whole, at, 0, Math.min(chunk.length, size - at));
  return whole;
}
