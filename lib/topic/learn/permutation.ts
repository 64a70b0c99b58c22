/** Numbers from 0 below `limit`, the same for the same seed on every machine. */
export type Draw = (limit: number) => number;

/** A generator of 32 bits of state (mulberry32): for shuffling, not for secrets. */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
}

/** Shuffles the first `length` numbers in place (Fisher and Yates). */
export function shuffle(numbers: Uint32Array, length: number, draw: Draw): void {
  for (let last = length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    const kept = numbers[last] as number;
    numbers[last] = numbers[other] as number;
    numbers[other] = kept;
  }
}
