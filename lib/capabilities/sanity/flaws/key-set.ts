import type { Md5 } from '../../../base/page/page-content.ts';
import type { Fingerprint } from '../../../base/url/fingerprint.ts';

/**
 * A key of 64 bits, as two unsigned halves. Among four million keys, any two collide with a probability of one in two
 * million.
 */
export interface Key64 {
  readonly high: number;
  readonly low: number;
}

/** Returns the key of a pair of URL and record. */
export function pairKey(url: Fingerprint, md5: Md5): Key64 {
  return {
    high: (half(url, 0) ^ half(md5, 0)) >>> 0,
    low: (half(url, 8) ^ half(md5, 8)) >>> 0,
  };
}

export function urlKey(url: Fingerprint): Key64 {
  return { high: half(url, 0), low: half(url, 8) };
}

function half(hex: string, from: number): number {
  return Number.parseInt(hex.slice(from, from + 8), 16);
}

/** State of a slot: without a key, with an unmatched key, or with a matched key. */
const [free, unmatched, matched] = [0, 1, 2];
const minSlots = 1_024;

/**
 * A set of keys, each with a group and a mark that tells whether the key was matched. Takes 20 to 30 bytes a key, where
 * a set of strings would take a hundred.
 */
export class KeySet {
  #state = new Uint8Array(minSlots);
  #high = new Uint32Array(minSlots);
  #low = new Uint32Array(minSlots);
  #group = new Uint32Array(minSlots);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /**
   * Adds an unmatched key. Returns false if the key is in the set already.
   * @param group 32-bit number, returned by `unmatched`
   */
  add(key: Key64, group = 0): boolean {
    const slot = this.#slot(key);
    if (this.#state[slot] !== free) return false;
    this.#put(slot, key, group, unmatched);
    this.#size += 1;
    if (this.#size * 2 > this.#state.length) this.#grow();
    return true;
  }

  /** Marks a key as matched. Returns false if the key is not in the set. */
  match(key: Key64): boolean {
    const slot = this.#slot(key);
    if (this.#state[slot] === free) return false;
    this.#state[slot] = matched;
    return true;
  }

  has(key: Key64): boolean {
    return this.#state[this.#slot(key)] !== free;
  }

  isMatched(key: Key64): boolean {
    return this.#state[this.#slot(key)] === matched;
  }

  /** Returns the groups of all unmatched keys. */
  unmatched(): ReadonlySet<number> {
    const groups = new Set<number>();
    for (let slot = 0; slot < this.#state.length; slot += 1)
      if (this.#state[slot] === unmatched) groups.add(this.#group[slot] as number);
    return groups;
  }

  #slot({ high, low }: Key64): number {
    const last = this.#state.length - 1;
    // Keys are hashes, so their low bits are evenly distributed.
    for (let slot = low & last; ; slot = (slot + 1) & last) {
      if (this.#state[slot] === free) return slot;
      if (this.#low[slot] === low && this.#high[slot] === high) return slot;
    }
  }

  #put(slot: number, { high, low }: Key64, group: number, state: number): void {
    this.#state[slot] = state;
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#group[slot] = group;
  }

  #grow(): void {
    const [state, high, low, group] = [this.#state, this.#high, this.#low, this.#group];
    const length = state.length * 2;
    this.#state = new Uint8Array(length);
    this.#high = new Uint32Array(length);
    this.#low = new Uint32Array(length);
    this.#group = new Uint32Array(length);
    for (let old = 0; old < state.length; old += 1) {
      if (state[old] === free) continue;
      const key = { high: high[old] as number, low: low[old] as number };
      this.#put(this.#slot(key), key, group[old] as number, state[old] as number);
    }
  }
}
