// What a call such as `Math.max(...list)` or `list.push(...more)` does for lists of any length: the arguments of a call stand
// on the stack, which has room for about 120,000.

/** The largest of some numbers, and of `least`. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let most = least;
  for (const one of numbers) most = Math.max(most, one);
  return most;
}

/** The smallest of some numbers, and of `most`. */
export function smallest(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let least = most;
  for (const one of numbers) least = Math.min(least, one);
  return least;
}

/** Puts items behind those of a list. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const one of items) list.push(one);
}
