/** The three forms of an HTTP date (RFC 9110 §5.6.7) begin with the day of the week. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
/** The oldest form (asctime) ends with the year and names no zone; it is in UTC. */
const withoutZone = /\d{4}$/;

/**
 * Returns the delay that a Retry-After header asks for (RFC 9110 §10.2.3), in ms from `now`; undefined if there is no
 * header or it cannot be read. If the header was sent twice, the first number counts.
 * @param now epoch ms, the end of the answer
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  const seconds = /^\d+(?=\s*(?:,|$))/.exec(value)?.[0];
  if (seconds !== undefined) return Number(seconds) * 1_000;
  if (!httpDate.test(value)) return undefined;
  const date = Date.parse(withoutZone.test(value) ? `${value} GMT` : value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
