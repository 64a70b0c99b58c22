/** A set of places, which tells how many of them lie before one: three eighths of a byte a place. */
export interface BornBits {
  add(place: number): void;
  /** To be called once, when all were added. */
  close(): void;
  /** How many places of the set are lower. */
  before(place: number): number;
}

export function openBornBits(places: number): BornBits {
  const bits = new Uint32Array((places >>> 5) + 1);
  const sums = new Uint32Array(bits.length);
  return {
    add(place) {
      bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
    },
    close() {
      let sum = 0;
      for (let word = 0; word < bits.length; word += 1) {
        sums[word] = sum;
        sum += ones(bits[word] as number);
      }
    },
    before(place) {
      const lower = (1 << (place & 31)) - 1;
      return (sums[place >>> 5] as number) + ones((bits[place >>> 5] as number) & lower);
    },
  };
}

/** The bits of a word that are 1. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
