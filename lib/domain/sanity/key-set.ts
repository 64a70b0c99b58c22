import type { Md5 } from '../collection/record.ts';
import type { Fingerprint } from '../url/fingerprint.ts';

/** 64 bits, as two unsigned halves. Among four million keys the chance that any two collide is one in two million. */
export interface Key64 {
  readonly high: number;
  readonly low: number;
}

/** That a URL leads to a record. */
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

/** Which slots hold a key, and which keys were matched by the other side. */
const [free, alone, matched] = [0, 1, 2];
const smallest = 1_024;

/**
 * Keys, each with a group and a mark that says whether it was matched: some 20 to 30 bytes a key, where a set of strings would
 * take a hundred.
 */
export class KeySet {
  #state = new Uint8Array(smallest);
  #high = new Uint32Array(smallest);
  #low = new Uint32Array(smallest);
  #group = new Uint32Array(smallest);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a key that is unmatched. False: it is there already. @param group a number of 32 bits, given back by `unmatched` */
  add(key: Key64, group = 0): boolean {
    const slot = this.#slot(key);
    if (this.#state[slot] !== free) return false;
    this.#put(slot, key, group, alone);
    this.#size += 1;
    if (this.#size * 2 > this.#state.length) this.#grow();
    return true;
  }

  /** Marks a key as met. False: it is not there. */
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

  /** The groups of the keys that nobody has met. */
  unmatched(): ReadonlySet<number> {
    const groups = new Set<number>();
    for (let slot = 0; slot < this.#state.length; slot += 1)
      if (this.#state[slot] === alone) groups.add(this.#group[slot] as number);
    return groups;
  }

  #slot({ high, low }: Key64): number {
    const last = this.#state.length - 1;
    // Keys are spread evenly over all of their bits.
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
