type Numbers = Int32Array | Uint32Array | Float32Array | Float64Array | Uint8Array;

/** A list of numbers that grows without an object for each. */
export interface GrowingNumbers<T extends Numbers> {
  add(value: number): void;
  addAll(values: T): void;
  length(): number;
  values(): T;
}

const firstRoom = 1_024;

export function openNumbers<T extends Numbers>(Kind: new (length: number) => T): GrowingNumbers<T> {
  let room = new Kind(firstRoom);
  let length = 0;
  function reserve(count: number): void {
    if (length + count <= room.length) return;
    const larger = new Kind(Math.max(2 * room.length, length + count));
    larger.set(room);
    room = larger;
  }
  return {
    add(value) {
      reserve(1);
      room[length] = value;
      length += 1;
    },
    addAll(values) {
      reserve(values.length);
      room.set(values, length);
      length += values.length;
    },
    length: () => length,
    values: () => room.subarray(0, length) as T,
  };
}
