import { hash } from 'node:crypto';
import { openNumbers } from '../../base/growing-numbers.ts';

/** Numbers of the pages of an export by their URLs, in 12 to 28 bytes a URL. */
export class NumberedPages {
  readonly #digests = openNumbers(Float64Array);
  readonly #numbers = openNumbers(Uint32Array);
  #slots: Uint32Array | undefined;
  size = 0;

  /** @param urls of the next page */
  add(urls: readonly string[]): void {
    for (const url of urls) {
      this.#digests.add(digestOf(url));
      this.#numbers.add(this.size);
    }
    this.size += 1;
    this.#slots = undefined;
  }

  /** Undefined: no page has this URL. */
  of(url: string): number | undefined {
    this.#slots ??= this.#hashed();
    const at = this.#slots[this.#slotOf(this.#slots, digestOf(url))] as number;
    return at === 0 ? undefined : this.#numbers.values()[at - 1];
  }

  /** Places of digests, counted from 1, each in the first free slot behind that of its digest. */
  #hashed(): Uint32Array {
    const digests = this.#digests.values();
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * digests.length + 2)));
    for (const [at, digest] of digests.entries()) slots[this.#slotOf(slots, digest)] ||= at + 1;
    return slots;
  }

  #slotOf(slots: Uint32Array, digest: number): number {
    const digests = this.#digests.values();
    let slot = digest % slots.length;
    while (slots[slot] !== 0 && digests[(slots[slot] as number) - 1] !== digest)
      slot = (slot + 1) % slots.length;
    return slot;
  }
}

/** 48 bits: one in a million of foreign URLs is taken for one of 200 million. */
function digestOf(url: string): number {
  return Number.parseInt(hash('sha256', url).slice(0, 12), 16);
}
