/** Whether a text was asked about before; in rare cases true for one that was not. */
export type SeenBefore = (text: string) => boolean;

const bits = 2 ** 26;

/** Remembers texts by one bit of a table of 8 MB: a Bloom filter with one hash (FNV-1a). */
export function openSeenBefore(): SeenBefore {
  const table = new Uint32Array(bits / 32);
  return (text) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    // The lowest bits of FNV are its worst.
    const place = (hash ^ (hash >>> 15)) & (bits - 1);
    const mask = 1 << (place & 31);
    const before = table[place >>> 5] as number;
    table[place >>> 5] = before | mask;
    return (before & mask) !== 0;
  };
}
