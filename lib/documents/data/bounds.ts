/** Bounds of what a record takes of a page's data, so that no page makes a record of more than some hundred kB. */
export const bounds = {
  /** Values of one kind: properties, items, pictures, forms … */
  values: 200,
  /** UTF-16 units of one value; the rest is cut off. */
  value: 2_000,
  /** UTF-16 units of all JSON-LD. */
  jsonLd: 100_000,
  /** Levels that items nest, and objects of JSON-LD. */
  depth: 16,
  jsonDepth: 64,
} as const;

/** Counts what is taken, and notes that something was left out. */
export interface Budget {
  /** Whether there is room for one more value. */
  take(): boolean;
  /** Something is left out for another reason. */
  leaveOut(): void;
  readonly isCut: () => boolean;
}

export function openBudget(size: number = bounds.values): Budget {
  let taken = 0;
  return {
    take() {
      taken += 1;
      return taken <= size;
    },
    leaveOut() {
      taken = size + 1;
    },
    isCut: () => taken > size,
  };
}
