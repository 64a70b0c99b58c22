/** A list of whole numbers from 0 to 2³²−1 that grows, at four bytes each. */
export interface Growing {
  readonly length: number;
  push(value: number): void;
  /** All of them, copied. */
  taken(): Uint32Array;
}

export function growing(): Growing {
  let values = new Uint32Array(1_024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === values.length) {
        const larger = new Uint32Array(length * 2);
        larger.set(values);
        values = larger;
      }
      values[length] = value;
      length += 1;
    },
    taken: () => values.slice(0, length),
  };
}
