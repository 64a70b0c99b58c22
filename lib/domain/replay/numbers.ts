type Numbers = Int32Array | Float32Array | Uint8Array;

/** A list of numbers that grows without an object for each. */
export interface GrowingNumbers<T extends Numbers> {
  add(value: number): void;
  length(): number;
  values(): T;
}

const firstRoom = 1_024;

export function openNumbers<T extends Numbers>(Kind: new (length: number) => T): GrowingNumbers<T> {
  let room = new Kind(firstRoom);
  let length = 0;
  return {
    add(value) {
      if (length === room.length) {
        const larger = new Kind(2 * length);
        larger.set(room);
        room = larger;
      }
      room[length] = value;
      length += 1;
    },
    length: () => length,
    values: () => room.subarray(0, length) as T,
  };
}
