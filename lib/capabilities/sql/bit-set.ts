/** Numbers from 0 up to a size, each of which is in the set or not. */
export interface BitSet {
  add(number: number): void;
  has(number: number): boolean;
  /** Base64, as `bitSet` reads it. */
  text(): string;
}

/** @param text of a set of the same size; absent: nothing is in it */
export function bitSet(size: number, text?: string): BitSet {
  const bytes = new Uint8Array(Math.ceil(size / 8));
  if (text !== undefined) bytes.set(Buffer.from(text, 'base64').subarray(0, bytes.length));
  return {
    add(number) {
      const at = number >>> 3;
      if (at < bytes.length) bytes[at] = (bytes[at] as number) | (1 << (number & 7));
    },
    has: (number) => (((bytes[number >>> 3] ?? 0) >>> (number & 7)) & 1) === 1,
    text: () => Buffer.from(bytes).toString('base64'),
  };
}
