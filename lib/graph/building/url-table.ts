import { hashOfBytes } from '../../base/bytes/hash.ts';
import { WinnowError } from '../../base/error.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';

/** URLs by number, from 0 in the order in which they came. */
export interface Urls {
  /** Undefined for a URL that is not among them. */
  numberOf(url: CanonicalUrl): number | undefined;
  urlOf(number: number): CanonicalUrl;
  size(): number;
}

/** URLs one after the other: they are ASCII. */
export interface UrlBytes {
  readonly bytes: Uint8Array;
  /** By URL, where it ends. */
  readonly ends: Uint32Array;
}

/** URLs in memory: about 20 bytes and the length of the URL each. */
export interface UrlTable extends Urls {
  /** The number of a URL; a new one gets the next. */
  add(url: CanonicalUrl): number;
  /** The same for a URL that is written from `start` up to `end`. */
  addBytes(bytes: Uint8Array, start: number, end: number): number;
  /** All URLs, until one is added. */
  all(): UrlBytes;
  /** Bytes of all URLs. */
  bytes(): number;
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
  let line: Buffer = Buffer.allocUnsafe(1_024);

  function written(url: string): number {
    if (url.length > line.length) line = Buffer.allocUnsafe(2 * url.length);
    return line.write(url, 0, 'latin1');
  }

  const startOf = (number: number): number => (number === 0 ? 0 : (ends[number - 1] as number));

  /** The slot of what is written from `from` up to `to`, or an empty one. */
  function slotOf(hash: number, text: Uint8Array, from: number, to: number): number {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot] as number;
      if (number === none || (hashes[number] === hash && isAt(number, text, from, to))) return slot;
    }
  }

  function isAt(number: number, text: Uint8Array, from: number, to: number): boolean {
    const start = startOf(number);
    if ((ends[number] as number) - start !== to - from) return false;
    for (let at = from; at < to; at += 1) if (bytes[start + at - from] !== text[at]) return false;
    return true;
  }

  /** @returns whether the slots are other ones now */
  function grow(length: number): boolean {
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
    if (2 * size < slots.length) return false;
    slots = new Uint32Array(2 * slots.length).fill(none);
    const mask = slots.length - 1;
    for (let number = 0; number < size; number += 1) {
      let slot = (hashes[number] as number) & mask;
      while (slots[slot] !== none) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    return true;
  }

  function addBytes(text: Uint8Array, from: number, to: number): number {
    const hash = hashOfBytes(text, from, to);
    const slot = slotOf(hash, text, from, to);
    const known = slots[slot] as number;
    if (known !== none) return known;
    const isMoved = grow(to - from);
    const start = startOf(size);
    bytes.set(text.subarray(from, to), start);
    ends[size] = start + to - from;
    hashes[size] = hash;
    slots[isMoved ? slotOf(hash, text, from, to) : slot] = size;
    size += 1;
    return size - 1;
  }

  return {
    addBytes,
    add(url) {
      const length = written(url);
      return addBytes(line, 0, length);
    },
    numberOf(url) {
      const length = written(url);
      const number = slots[slotOf(hashOfBytes(line, 0, length), line, 0, length)] as number;
      return number === none ? undefined : number;
    },
    urlOf: (number) => bytes.toString('latin1', startOf(number), ends[number]) as CanonicalUrl,
    size: () => size,
    all: () => ({ bytes: bytes.subarray(0, startOf(size)), ends: ends.subarray(0, size) }),
    bytes: () => startOf(size),
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
