/** 16 bits. */
export function shortHashOf(text: string): number {
  const hash = hashOf(text);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** 24 bits. */
export function longHashOf(text: string): number {
  const hash = hashOf(text);
  return (hash ^ (hash >>> 24)) & 0xffffff;
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The same of ASCII text that is written from `start` up to `end`. */
export function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash >>> 0;
}
