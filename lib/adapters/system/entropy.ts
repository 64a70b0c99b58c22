import { randomBytes } from 'node:crypto';
import type { Entropy } from '../../ports/clock.ts';

/** Bytes drawn from the system at once: 12 bytes cost as much as thousands. */
const poolBytes = 3_072;
const idBytes = 12;

/** Identifiers of 96 random bits from the operating system, 16 characters of base64url each. */
export class RandomEntropy implements Entropy {
  #pool = Buffer.alloc(0);
  #used = 0;

  id(): string {
    if (this.#used + idBytes > this.#pool.length) {
      this.#pool = randomBytes(poolBytes);
      this.#used = 0;
    }
    this.#used += idBytes;
    return this.#pool.toString('base64url', this.#used - idBytes, this.#used);
  }
}
