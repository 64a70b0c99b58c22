/** The first and the longest pause before another try, ms, by what is wrong. */
const pauses = {
  unavailable: [1_000, 300_000],
  config: [60_000, 900_000],
} as const;

/**
 * How long a sink rests after a failure: twice as long each time, within bounds, and by chance up to half less, so that sinks of one
 * target do not come back at once.
 * @param tries failures in a row, this one included
 * @param chance an id of random characters
 */
export function backOff(code: keyof typeof pauses, tries: number, chance: string): number {
  const [first, longest] = pauses[code];
  const full = Math.min(longest, first * 2 ** Math.min(tries - 1, 20));
  return Math.round(full * (1 - shareOf(chance) / 2));
}

/** A number from 0 to 1 that an id stands for. */
function shareOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  return sum / 1_000_003;
}
