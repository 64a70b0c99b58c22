import { WinnowError } from '../base/error.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { hashOf } from '../yield/hash.ts';

/** URLs by number, from 0 in the order in which they came: about 12 bytes and the length of the URL each. */
export interface UrlTable {
  /** The number of a URL; a new one gets the next. */
  add(url: CanonicalUrl): number;
  /** Undefined for a URL that is not in the table. */
  numberOf(url: CanonicalUrl): number | undefined;
  urlOf(number: number): CanonicalUrl;
  size(): number;
}

/** Of all bytes of the URLs together: an offset has 32 bits. */
const maxBytes = 2 ** 32 - 1;
const none = 0xffffffff;

/**
 * URLs are compared byte by byte where their hashes are equal, so nobody can make two of them one.
 * Throws WinnowError `usage` when there is no room for more.
 */
export function openUrlTable(expected = 1_024): UrlTable {
  let bytes: Buffer = Buffer.allocUnsafe(64 * expected);
  let ends = new Uint32Array(expected);
  let hashes = new Uint32Array(expected);
  let slots = new Uint32Array(slotsFor(expected)).fill(none);
  let size = 0;

  const startOf = (number: number): number => (number === 0 ? 0 : (ends[number - 1] as number));

  function slotOf(url: string, hash: number): number {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot] as number;
      if (number === none || (hashes[number] === hash && isAt(number, url))) return slot;
    }
  }

  function isAt(number: number, url: string): boolean {
    const start = startOf(number);
    if ((ends[number] as number) - start !== url.length) return false;
    for (let at = 0; at < url.length; at += 1) if (bytes[start + at] !== url.charCodeAt(at)) return false;
    return true;
  }

  function grow(length: number): void {
    const start = startOf(size);
    if (start + length > maxBytes)
      throw new WinnowError('usage', `a graph has room for ${maxBytes} bytes of URLs`);
    if (start + length > bytes.length) {
      const larger = Buffer.allocUnsafe(
        Math.min(maxBytes, Math.max(start + length, Math.ceil(1.5 * bytes.length))),
      );
      bytes.copy(larger, 0, 0, start);
      bytes = larger;
    }
    if (size === ends.length) {
      ends = enlarged(ends);
      hashes = enlarged(hashes);
    }
    if (2 * size < slots.length) return;
    slots = new Uint32Array(2 * slots.length).fill(none);
    const mask = slots.length - 1;
    for (let number = 0; number < size; number += 1) {
      let slot = (hashes[number] as number) & mask;
      while (slots[slot] !== none) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
  }

  return {
    add(url) {
      const hash = hashOf(url);
      const known = slots[slotOf(url, hash)] as number;
      if (known !== none) return known;
      grow(url.length);
      const start = startOf(size);
      bytes.write(url, start, 'latin1');
      ends[size] = start + url.length;
      hashes[size] = hash;
      slots[slotOf(url, hash)] = size;
      size += 1;
      return size - 1;
    },
    numberOf(url) {
      const number = slots[slotOf(url, hashOf(url))] as number;
      return number === none ? undefined : number;
    },
    urlOf: (number) => bytes.toString('latin1', startOf(number), ends[number]) as CanonicalUrl,
    size: () => size,
  };
}

/** A power of two, at most half of which is used. */
function slotsFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(2 * Math.max(1, count)));
}

function enlarged(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
