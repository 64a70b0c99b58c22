/** Of a 95 % interval. */
const z = 1.96;

/** The lower end of Wilson's interval for a proportion (1927): a few of few say less than many of many. */
export function lowerEnd(hits: number, all: number): number {
  // Exactly: what is left of the difference of two sums is above it.
  if (hits === 0) return 0;
  const part = hits / all;
  const middle = part + z ** 2 / (2 * all);
  const spread = z * Math.sqrt((part * (1 - part)) / all + z ** 2 / (4 * all ** 2));
  return Math.max(0, (middle - spread) / (1 + z ** 2 / all));
}
